import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  GRACE_MINUTES,
  VERDICT_NO_FRESH_MS,
  VERDICT_UNKNOWN_FRESH_MS,
  VERDICT_YES_FRESH_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../test/support/database/rows.ts'
import { addRuleGroup, changeRule, type ScriptedRules, scriptRules } from '../../../test/support/rule-groups.ts'
import { addPerson, type TestPerson } from '../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { WAIT_MS } from '../../../test/support/until.ts'
import { markVerdictsDue, suspendVerdicts } from '../accounts/group/verdict.store.ts'
import { newId } from '../platform/crypto/id.ts'
import { checkAccess, checkedMembership, currentMembership } from './membership.ts'
import { openRules } from './open-rules.ts'
import { checkVerdicts } from './verdicts/check-verdicts.ts'

const KEPT_MS = GRACE_MINUTES.standard * 60_000

forEachEngine('membership by rule', (engine) => {
  let server: TestServer
  let script: ScriptedRules
  let person: TestPerson
  let group: { id: string; slug: string }
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())
  beforeEach(async () => {
    await server.context.background.settled()
    await changeRows(server, 'UPDATE people_group SET rule = NULL')
    openRules(server.context).waitMs = WAIT_MS
    script = scriptRules(server)
    person = await addPerson(server)
    group = await addRuleGroup(server)
  })

  const check = (groupIds = [group.id], personId = person.id) =>
    checkAccess(server.context, { access: 'groups', groupIds }, personId)
  const outcome = async (groupIds?: string[]) => (await check(groupIds)).outcome
  const current = () => currentMembership(server.context, person.id)
  const isIn = async () => (await current()).ids.includes(group.id)
  const settle = () => server.context.background.settled()
  const enter = async () => {
    script.decide = () => 'yes'
    assert.equal(await outcome(), 'yes')
    script.evaluations.length = 0
  }

  test('lists groups by rule and by an admin, sorted by slug', async () => {
    const [first, last] = [newId(server.context, 'grp'), newId(server.context, 'grp')]
    const sql = `INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, 'A', ?, 1, 1, 1)`
    await changeRows(server, sql, first, `a-${first.slice(-6).toLowerCase()}`)
    await changeRows(server, sql, last, `z-${last.slice(-6).toLowerCase()}`)
    for (const id of [last, first, group.id])
      await changeRows(
        server,
        'INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, 1)',
        id,
        person.id,
      )
    await enter()
    assert.deepEqual((await current()).ids, [first, group.id, last])
    assert.equal((await current()).slugs[1], group.slug)
  })

  test('waits for the first check and then answers from the verdict', async () => {
    await enter()
    assert.equal(await isIn(), true)
    assert.equal(await outcome(), 'yes')
    script.decide = () => 'no'
    assert.equal(await outcome(), 'yes')
    assert.deepEqual(script.evaluations, [])
  })

  test('refuses from a fresh no, and checks a stale one while the request waits', async () => {
    assert.equal(await outcome(), 'no')
    script.decide = () => 'yes'
    assert.equal(await outcome(), 'no')
    server.clock.now += VERDICT_NO_FRESH_MS
    assert.equal(await outcome(), 'yes')
  })

  test('shares one check between concurrent requests', async () => {
    const { promise, resolve } = Promise.withResolvers<'yes'>()
    script.decide = () => promise
    const running = Array.from({ length: 20 }, () => check())
    // Reads are served in order: after these, the requests have read the membership and wait.
    await Promise.all(running.map(() => current()))
    resolve('yes')
    const checks = await Promise.all(running)
    assert.deepEqual(new Set(checks.map((each) => each.outcome)), new Set(['yes']))
    // The last read may be answered late.
    assert.ok(script.evaluations.length <= 2, String(script.evaluations))
  })

  test('checks people who come at the same time together', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(server)))
    script.decide = () => 'yes'
    await Promise.all(people.map(({ id }) => check([group.id], id)))
    assert.ok(script.evaluations.length < 6, String(script.evaluations))
  })

  test('never lets one person in by the verdict of another', async () => {
    const other = await addPerson(server)
    script.decide = ({ personId }) => (personId === other.id ? 'yes' : 'no')
    assert.equal((await check([group.id], other.id)).outcome, 'yes')
    assert.equal(await outcome(), 'no')
    assert.equal(await isIn(), false)
  })

  test('re-checks a yes in the background once it is no longer fresh', async () => {
    await enter()
    server.clock.now += VERDICT_YES_FRESH_MS
    const { promise, resolve } = Promise.withResolvers<'no'>()
    script.decide = () => promise
    const checks = await Promise.all(Array.from({ length: 10 }, () => check()))
    assert.deepEqual(new Set(checks.map((each) => each.outcome)), new Set(['yes']))
    resolve('no')
    await settle()
    assert.deepEqual(script.evaluations, [1])
    assert.equal(await outcome(), 'no')
  })

  test('repeats a failed check only after a while', async () => {
    await enter()
    server.clock.now += VERDICT_YES_FRESH_MS
    script.decide = () => 'unknown'
    for (let count = 0; count < 5; count++) {
      assert.equal(await outcome(), 'yes')
      await settle()
    }
    assert.deepEqual(script.evaluations, [1])
    server.clock.now += VERDICT_UNKNOWN_FRESH_MS
    assert.equal(await outcome(), 'yes')
    await settle()
    assert.deepEqual(script.evaluations, [1, 1])
  })

  test('keeps people in for exactly the grace period, and refuses nobody afterwards', async () => {
    await enter()
    script.decide = () => 'unknown'
    const enteredAt = server.clock.now
    for (const step of [VERDICT_YES_FRESH_MS, VERDICT_YES_FRESH_MS + 60_000, KEPT_MS - 1]) {
      server.clock.now = enteredAt + step
      assert.equal(await outcome(), 'yes')
      await settle()
    }
    server.clock.now = enteredAt + KEPT_MS
    assert.equal(await isIn(), false)
    assert.equal(await outcome(), 'unknown')
    await settle()
    script.decide = () => 'yes'
    server.clock.now += VERDICT_UNKNOWN_FRESH_MS
    assert.equal(await outcome(), 'yes')
  })

  test('answers a stale no with unknown while the network does not respond', async () => {
    assert.equal(await outcome(), 'no')
    script.decide = () => 'unknown'
    server.clock.now += VERDICT_NO_FRESH_MS
    for (let count = 0; count < 3; count++) assert.equal(await outcome(), 'unknown')
    assert.equal(script.evaluations.length, 2)
  })

  test('lets nobody new in and refuses nobody while the network does not respond', async () => {
    const inside = person
    await enter()
    script.decide = () => 'unknown'
    const outside = await addPerson(server)
    const outcomes: Record<string, number> = {}
    for (let count = 0; count < 500; count++) {
      server.clock.now += 1000
      for (const { id } of [inside, outside]) {
        const { outcome } = await check([group.id], id)
        const key = `${id === inside.id ? 'inside' : 'outside'} ${outcome}`
        outcomes[key] = (outcomes[key] ?? 0) + 1
      }
    }
    assert.deepEqual(outcomes, { 'inside yes': 500, 'outside unknown': 500 })
  })

  test('is unknown after a check that takes too long, and known once it is done', async () => {
    const { promise, resolve } = Promise.withResolvers<'yes'>()
    script.decide = () => promise
    openRules(server.context).waitMs = 20
    assert.equal(await outcome(), 'unknown')
    resolve('yes')
    await settle()
    assert.equal(await outcome(), 'yes')
    assert.deepEqual(script.evaluations, [1])
  })

  test('is unknown when the check fails', async () => {
    script.decide = () => Promise.reject(new Error('broken'))
    assert.equal(await outcome(), 'unknown')
    script.decide = () => 'yes'
    assert.equal(await outcome(), 'yes')
  })

  test('does not wait for a slow group when another one lets the person in', async () => {
    const slow = await addRuleGroup(server, { heldBlocks: 1 })
    const { promise, resolve } = Promise.withResolvers<'no'>()
    script.decide = (_, { heldBlocks }) => (heldBlocks === 1 ? promise : 'yes')
    assert.equal(await outcome([slow.id, group.id]), 'yes')
    resolve('no')
    await settle()
  })

  test('refuses only when every group refuses', async () => {
    const other = await addRuleGroup(server, { heldBlocks: 1 })
    script.decide = (_, { heldBlocks }) => (heldBlocks === 1 ? 'unknown' : 'no')
    assert.equal(await outcome([group.id, other.id]), 'unknown')
    assert.equal(await outcome([group.id]), 'no')
  })

  test('does not count verdicts of an earlier rule', async () => {
    await enter()
    await changeRule(server, group.id)
    assert.equal(await isIn(), false)
    await settle()
    script.decide = () => 'unknown'
    await changeRule(server, group.id)
    assert.equal(await outcome(), 'unknown')
  })

  test('checks a verdict that is due, and does not count a suspended one until then', async () => {
    await enter()
    await markVerdictsDue(server.context.store, person.id)
    assert.equal(await isIn(), true)
    await settle()
    assert.deepEqual(script.evaluations, [1])
    await suspendVerdicts(server.context.store, person.id)
    script.decide = () => 'unknown'
    assert.equal(await isIn(), false)
    assert.equal(await outcome(), 'unknown')
  })

  test('leaves groups that could not be checked out of claims, after it has waited for them', async () => {
    const other = await addRuleGroup(server, { heldBlocks: 1 })
    script.decide = (_, { heldBlocks }) => (heldBlocks === 1 ? 'unknown' : 'yes')
    const { ids } = await checkedMembership(server.context, person.id)
    assert.deepEqual([ids.includes(group.id), ids.includes(other.id)], [true, false])
  })

  test('finds people in groups that nobody asked for in the background', async () => {
    script.decide = () => 'yes'
    assert.equal(await isIn(), false)
    await settle()
    assert.equal(await isIn(), true)
  })

  // PostgreSQL is asked each time.
  if (engine.name === 'sqlite')
    test('returns the same object while nothing changes for the person', async () => {
      await enter()
      const other = await addPerson(server)
      const membership = await current()
      assert.equal(await current(), membership)
      await checkVerdicts(server.context, { groupIds: [group.id], personIds: [other.id] })
      server.clock.now += VERDICT_YES_FRESH_MS - 1
      assert.equal(await current(), membership)
      await changeRows(server, 'UPDATE people_group SET rule = NULL')
      const without = await current()
      assert.deepEqual(without.ids, [])
      assert.equal(await current(), without)
    })
})
