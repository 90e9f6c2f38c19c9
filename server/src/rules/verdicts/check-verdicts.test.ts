import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  GRACE_MINUTES,
  VERDICT_NO_FRESH_MS,
  VERDICT_UNKNOWN_FRESH_MS,
  VERDICT_YES_FRESH_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { conditionOf } from '../../../../test/support/rule-fixtures.ts'
import {
  addRuleGroup,
  changeRule,
  readVerdict,
  type ScriptedRules,
  scriptRules,
} from '../../../../test/support/rule-groups.ts'
import { newAccount } from '../../../../test/support/server/http-browser.ts'
import { addPerson, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { until } from '../../../../test/support/until.ts'
import { newId } from '../../platform/crypto/id.ts'
import { statement } from '../../platform/store/database.ts'
import { checkAccess } from '../membership.ts'
import { openRules } from '../open-rules.ts'
import { checkVerdicts } from './check-verdicts.ts'

const GRACE_MS = GRACE_MINUTES.standard * 60_000

forEachEngine('checkVerdicts', (engine) => {
  let server: TestServer
  let script: ScriptedRules
  let person: TestPerson
  let group: { id: string; slug: string }
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())
  beforeEach(async () => {
    script = scriptRules(server)
    person = await addPerson(server)
    group = await addRuleGroup(server)
  })

  const check = () => checkVerdicts(server.context, { groupIds: [group.id], personIds: [person.id] })
  const verdict = () => readVerdict(server, group.id, person.id)
  const outcomes = async () => (await check()).map(({ outcome }) => outcome)
  const events = async () =>
    (await readEvents(server, 'rule.entered', 'rule.left'))
      .filter(({ person_id }) => person_id === person.id)
      .map(({ kind, actor, data }) => ({ kind, actor, data }))

  test('stores a yes with its grace period', async () => {
    script.decide = () => 'yes'
    assert.deepEqual(await check(), [{ groupId: group.id, personId: person.id, outcome: 'yes' }])
    const freshFor = VERDICT_YES_FRESH_MS
    assert.deepEqual(await verdict(), { outcome: 'yes', version: 1, freshFor, keptFor: GRACE_MS })
  })

  test('stores a no without one', async () => {
    assert.deepEqual(await outcomes(), ['no'])
    const freshFor = VERDICT_NO_FRESH_MS
    assert.deepEqual(await verdict(), { outcome: 'no', version: 1, freshFor, keptFor: freshFor })
  })

  test('announces who is out for the first time, and again only after a yes', async () => {
    const left: unknown[] = []
    openRules(server.context).onLeave(async (_, each) => {
      if (each.personId === person.id) left.push(each.groupId)
    })
    const counts: number[] = []
    for (const outcome of ['no', 'no', 'yes', 'yes', 'unknown', 'no', 'no'] as const) {
      script.decide = () => outcome
      await check()
      counts.push(left.length)
    }
    assert.deepEqual(counts, [1, 1, 1, 1, 1, 2, 2])
    assert.deepEqual(new Set(left), new Set([group.id]))
  })

  test('keeps a verdict fresh no longer than it is valid', async () => {
    script.decide = () => ({ outcome: 'yes', validUntil: server.clock.now + 1000 })
    await check()
    assert.equal((await verdict())?.freshFor, 1000)
  })

  test('keeps nobody in beyond the end of a time window', async () => {
    const window = conditionOf.window(null, new Date(server.clock.now + VERDICT_YES_FRESH_MS + 1000).toISOString())
    group = await addRuleGroup(server, { condition: conditionOf.all(window, conditionOf.erc721()) })
    script.decide = () => ({ outcome: 'yes', validUntil: Date.parse(window.until ?? '') })
    await check()
    assert.deepEqual(await verdict(), {
      ...{ outcome: 'yes', version: 1 },
      ...{ freshFor: VERDICT_YES_FRESH_MS, keptFor: VERDICT_YES_FRESH_MS + 1000 },
    })
  })

  test('changes neither outcome nor grace period when the rule cannot be checked', async () => {
    script.decide = () => 'yes'
    await check()
    script.decide = () => 'unknown'
    server.clock.now += VERDICT_YES_FRESH_MS + 1000
    assert.deepEqual(await outcomes(), ['unknown'])
    const keptFor = GRACE_MS - VERDICT_YES_FRESH_MS - 1000
    assert.deepEqual(await verdict(), { outcome: 'yes', version: 1, freshFor: VERDICT_UNKNOWN_FRESH_MS, keptFor })
  })

  test('stores when to try again for somebody who was never checked', async () => {
    script.decide = () => 'unknown'
    await check()
    const { outcome, freshFor } = (await verdict()) ?? {}
    assert.deepEqual({ outcome, freshFor }, { outcome: null, freshFor: VERDICT_UNKNOWN_FRESH_MS })
  })

  test('checks many people and groups with one evaluation per group', async () => {
    const other = await addRuleGroup(server)
    const people = [person, await addPerson(server), await addPerson(server)]
    const personIds = people.map(({ id }) => id)
    const checked = await checkVerdicts(server.context, { groupIds: [group.id, other.id], personIds })
    assert.equal(checked.length, 6)
    assert.deepEqual(script.evaluations, [3, 3])
  })

  test('skips people who were deleted and groups without a rule', async () => {
    await changeRows(server, 'UPDATE people_group SET rule = NULL WHERE id = ?', group.id)
    assert.deepEqual(await check(), [])
    const personIds = [newId(server.context, 'per')]
    assert.deepEqual(await checkVerdicts(server.context, { groupIds: [group.id], personIds }), [])
  })

  test('drops what it found out about a group that is being deleted', async () => {
    script.decide = () => 'yes'
    const { store } = server.context
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deletion = store.transaction(async (queries) => {
      await queries.run(statement('DELETE FROM people_group WHERE id = ?'), group.id)
      begun.resolve()
      await done.promise
    })
    await begun.promise
    const checked = check()
    const isWaiting = async () =>
      script.evaluations.length > 0 && (engine.name === 'sqlite' || (await countWaiting()) > 0)
    await until(isWaiting, Boolean, 'the check waits for the deletion')
    done.resolve()
    await deletion
    await checked
    assert.deepEqual(await readRows(server, 'SELECT 1 FROM rule_verdict WHERE group_id = ?', group.id), [])
  })

  /** Transactions that wait for a lock of another one. */
  async function countWaiting(): Promise<number> {
    const sql =
      "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    return Number((await readRows(server, sql))[0]?.n)
  }

  test('decides nothing by a stored rule that does not parse, and checks the other groups', async () => {
    const broken = await addRuleGroup(server)
    for (const json of ['{', '{"condition":{"kind":"unheard_of"}}']) {
      await changeRows(server, 'UPDATE people_group SET rule = ? WHERE id = ?', json, broken.id)
      const checked = await checkVerdicts(server.context, { personIds: [person.id] })
      assert.equal(checked.find(({ groupId }) => groupId === group.id)?.outcome, 'no')
      assert.equal(
        checked.find(({ groupId }) => groupId === broken.id),
        undefined,
      )
      const access = { access: 'groups' as const, groupIds: [broken.id] }
      assert.equal((await checkAccess(server.context, access, person.id)).outcome, 'unknown')
    }
  })

  test('records who enters and who leaves, but not a first no or a repeated outcome', async () => {
    await check()
    assert.deepEqual(await events(), [])
    for (const outcome of ['yes', 'yes', 'unknown', 'yes', 'no', 'no', 'yes'] as const) {
      script.decide = () => outcome
      await check()
    }
    const data = { groupId: group.id, slug: group.slug }
    assert.deepEqual(
      await events(),
      ['rule.entered', 'rule.left', 'rule.entered'].map((kind) => ({ kind, actor: 'system', data })),
    )
  })

  test('notices who leaves because the rule changed, even after an outage', async () => {
    script.decide = () => 'yes'
    await check()
    await changeRule(server, group.id)
    script.decide = () => 'unknown'
    await check()
    assert.deepEqual(
      { ...(await verdict()), freshFor: 0 },
      {
        outcome: 'yes',
        version: 2,
        freshFor: 0,
        keptFor: -server.clock.now,
      },
    )
    script.decide = () => 'no'
    await check()
    assert.equal((await events()).at(-1)?.kind, 'rule.left')
  })

  test('checks again when a wallet is linked meanwhile', async () => {
    const wallets: number[] = []
    script.decide = async ({ holders }) => {
      wallets.push(holders.length)
      if (holders.length === 1) await linkWallet()
      return holders.length === 1 ? 'yes' : 'no'
    }
    assert.deepEqual(await outcomes(), ['no'])
    assert.deepEqual(wallets, [1, 2])
    assert.equal((await verdict())?.outcome, 'no')
    assert.deepEqual(await events(), [])
  })

  test('checks again when the rule is changed meanwhile', async () => {
    script.decide = async () => {
      if (script.evaluations.length > 1) return 'no'
      await changeRule(server, group.id)
      return 'yes'
    }
    assert.deepEqual(await outcomes(), ['no'])
    assert.deepEqual([(await verdict())?.outcome, (await verdict())?.version], ['no', 2])
  })

  for (const [later, stored] of [
    ['no', 'no'],
    ['unknown', null],
  ] as const)
    test(`drops the outcome of a check that began before the last one, which was ${later}`, async () => {
      const { promise, resolve } = Promise.withResolvers<'yes'>()
      script.decide = () => promise
      const slow = check()
      while (script.evaluations.length === 0) await new Promise(setImmediate)
      server.clock.now += 1000
      script.decide = () => later
      assert.deepEqual(await outcomes(), [later])
      resolve('yes')
      assert.deepEqual(
        (await slow).map(({ outcome }) => outcome),
        [later],
      )
      assert.equal((await verdict())?.outcome, stored)
      assert.deepEqual(await events(), [])
    })

  test('checks again when another check has read a later block meanwhile', async () => {
    script.decide = async () => {
      if (script.evaluations.length === 2) return 'yes'
      if (script.evaluations.length === 3) return 'unknown'
      assert.deepEqual(await outcomes(), ['yes'])
      return { outcome: 'no', block: 98 }
    }
    assert.deepEqual(await outcomes(), ['unknown'])
    assert.equal(script.evaluations.length, 3)
    assert.equal((await verdict())?.outcome, 'yes')
    assert.equal((await events()).length, 1)
  })

  test('decides nothing about somebody who changes during every check', async () => {
    script.decide = async () => {
      await linkWallet()
      return { outcome: 'yes' }
    }
    assert.deepEqual(await outcomes(), ['unknown'])
    assert.equal(await verdict(), undefined)
  })

  test('records an outage and its end once, however many people are checked', async () => {
    const people = [person, await addPerson(server)]
    const run = () => checkVerdicts(server.context, { groupIds: [group.id], personIds: people.map(({ id }) => id) })
    for (const outcome of ['unknown', 'unknown', 'yes', 'no', 'unknown', 'yes'] as const) {
      script.decide = () => outcome
      await run()
    }
    const found = await readEvents(server, 'rule.unavailable', 'rule.available')
    const data = { groupId: group.id, slug: group.slug, chainId: 1 }
    const down = { kind: 'rule.unavailable', data: { ...data, problem: 'network_unavailable' } }
    assert.deepEqual(
      found.filter((event) => event.data.groupId === group.id).map(({ kind, data }) => ({ kind, data })),
      [down, { kind: 'rule.available', data }, down, { kind: 'rule.available', data }],
    )
  })

  async function linkWallet(): Promise<void> {
    const sql = `INSERT INTO wallet (id, person_id, namespace, address, chain, kind, status, linked_via, linked_at,
      last_used_at, version) VALUES (?, ?, 'eip155', ?, '0', 'eoa', 'linked', 'link', 1, 1, 1)`
    await changeRows(server, sql, newId(server.context, 'wal'), person.id, newAccount().address.toLowerCase())
  }
})
