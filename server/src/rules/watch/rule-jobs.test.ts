import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import {
  RECHECK_BATCH,
  RECHECK_INTERVAL_MS,
  VERDICT_YES_FRESH_MS,
  WATCH_INTERVAL_MS,
  WATCH_LEASE_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import { pad } from 'viem'
import { type FakeNode, startNode } from '../../../../test/support/chain/fake-node.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { addressOf } from '../../../../test/support/rule-fixtures.ts'
import {
  addRuleGroup,
  changeRule,
  readVerdict,
  type ScriptedRules,
  scriptRules,
} from '../../../../test/support/rule-groups.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { suspendVerdicts } from '../../accounts/group/verdict.store.ts'
import { checkVerdicts } from '../verdicts/check-verdicts.ts'
import { topicOf } from './event-topics.ts'
import type { RuleJobs } from './rule-jobs.ts'
import { createRuleJobs } from './start-rule-jobs.ts'

const TOKEN = addressOf(0x721)
const OUTSIDER = `0x${'ee'.repeat(20)}` as const

forEachEngine('checking rules in the background', (engine) => {
  let server: TestServer
  let node: FakeNode
  let script: ScriptedRules
  let jobs: RuleJobs
  let head: number
  let logs: object[]

  beforeEach(async () => {
    head = 1000
    logs = []
    node = await startNode('0x1')
    node.table.set('eth_blockNumber', () => ({ result: `0x${head.toString(16)}` }))
    node.table.set('eth_getLogs', (params) => ({ result: logsFrom(params) }))
    server = await startServer(engine, { environment: { RPC_1: node.url } })
    script = scriptRules(server, () => 'yes')
    jobs = createRuleJobs(server.context)
  })
  afterEach(async () => {
    await jobs.stop()
    await server.close()
    await node.die().catch(() => undefined)
  })

  function logsFrom(params: unknown[]): object[] {
    const [{ fromBlock, address }] = params as [{ fromBlock: string; address: string[] }] // what our own code sends
    assert.deepEqual(address, [TOKEN])
    return logs.filter((log) => 'block' in log && Number(log.block) >= Number(fromBlock))
  }

  function emitTransfer(from: `0x${string}`, to: `0x${string}`): void {
    head += 1
    logs.push({
      address: TOKEN,
      topics: [topicOf('Transfer(address,address,uint256)'), pad(from), pad(to)],
      data: '0x',
      blockNumber: `0x${head.toString(16)}`,
      blockHash: `0x${head}`,
      logIndex: '0x0',
      block: head,
    })
  }

  /** Lets one interval pass. Returns the methods that were called. */
  async function tick(count = 1, ticking: RuleJobs = jobs): Promise<string[]> {
    const before = node.calledMethods.length
    for (let index = 0; index < count; index++) {
      server.clock.now += WATCH_INTERVAL_MS
      await ticking.tick()
    }
    return node.calledMethods.slice(before)
  }

  async function addMember(groupId: string): Promise<TestPerson> {
    const person = await addPerson(server)
    await checkVerdicts(server.context, { groupIds: [groupId], personIds: [person.id] })
    script.evaluations = []
    return person
  }

  const outcomeOf = async (groupId: string, { id }: TestPerson) => (await readVerdict(server, groupId, id))?.outcome

  /** People with one wallet each, whom the rule lets in; without a session. */
  async function insertMembers(groupId: string, count: number): Promise<void> {
    const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
    const id = 'CAST(100000000000000 + i AS TEXT)'
    await changeRows(
      server,
      `${numbers} INSERT INTO person (id, role, status, created_at, updated_at, version)
        SELECT 'per_' || ${id}, 'member', 'active', 1, 1, 1 FROM n`,
    )
    await changeRows(
      server,
      `${numbers} INSERT INTO wallet (id, person_id, namespace, address, chain, kind, status, linked_via,
          linked_at, last_used_at, version)
        SELECT 'wal_' || ${id}, 'per_' || ${id}, 'eip155', '0x${'1'.repeat(25)}' || ${id}, '0', 'eoa', 'linked',
          'sign_in', 1, 1, 1 FROM n`,
    )
    const { now } = server.clock
    await changeRows(
      server,
      `${numbers} INSERT INTO rule_verdict (group_id, person_id, rule_version, outcome, reasons, checked_at,
          fresh_until, keep_until)
        SELECT '${groupId}', 'per_' || ${id}, 1, 'yes', '[]', ${now}, ${now + VERDICT_YES_FRESH_MS},
          ${now + 4 * VERDICT_YES_FRESH_MS} FROM n`,
    )
  }
  const memberAddress = (index: number) => `0x${'1'.repeat(25)}${100000000000000 + index}` as const

  test('does nothing while no group has a rule', async () => {
    await changeRows(
      server,
      "INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES ('grp_1', 'A', 'a', 1, 1, 1)",
    )
    assert.deepEqual(await tick(3), [])
  })

  test('makes no request for a rule on a network that is not configured', async () => {
    await addRuleGroup(server)
    await changeRows(server, `UPDATE people_group SET rule = replace(rule, '"chainId":1', '"chainId":5')`)
    assert.deepEqual(await tick(3), [])
  })

  test('checks the people whom an event names, and nobody else', async () => {
    const { id } = await addRuleGroup(server)
    const [seller, other] = [await addMember(id), await addMember(id)]
    await tick(2)
    script.decide = () => 'no'
    emitTransfer(seller.account.address, OUTSIDER)
    assert.deepEqual(await tick(), ['eth_getLogs'])
    assert.deepEqual([await outcomeOf(id, seller), await outcomeOf(id, other)], ['no', 'yes'])
    assert.deepEqual(script.evaluations, [1])
  })

  test('checks a person once who is due when an event names them', async () => {
    const { id } = await addRuleGroup(server)
    const person = await addMember(id)
    await tick(2)
    await changeRows(server, 'UPDATE rule_verdict SET fresh_until = ?', server.clock.now)
    emitTransfer(person.account.address, OUTSIDER)
    assert.deepEqual(await tick(), ['eth_getLogs'])
    assert.deepEqual(script.evaluations, [1])
  })

  test('checks the owner of a vault, but not the namesake of a contract wallet on another chain', async () => {
    const { id } = await addRuleGroup(server)
    const [owner, elsewhere] = [await addMember(id), await addMember(id)]
    await changeRows(server, "UPDATE wallet SET chain = '5', kind = 'contract' WHERE person_id = ?", elsewhere.id)
    await changeRows(
      server,
      'INSERT INTO vault (id, person_id, chain_id, address, added_at, checked_at, active) VALUES (?, ?, 1, ?, 1, 1, 1)',
      ...['vlt_1', owner.id, OUTSIDER],
    )
    await tick(2)
    script.decide = () => 'no'
    emitTransfer(OUTSIDER, elsewhere.account.address)
    await tick()
    assert.deepEqual([await outcomeOf(id, owner), await outcomeOf(id, elsewhere)], ['no', 'yes'])
  })

  test('lets somebody in who received the token, before the earlier outcome expires', async () => {
    const { id } = await addRuleGroup(server)
    script.decide = () => 'no'
    const buyer = await addMember(id)
    await tick(2)
    script.decide = () => 'yes'
    emitTransfer(OUTSIDER, buyer.account.address)
    await tick()
    assert.equal(await outcomeOf(id, buyer), 'yes')
  })

  for (const count of [10, 10_000])
    test(`makes at most one request per interval for ${count} people`, async () => {
      const { id } = await addRuleGroup(server)
      await insertMembers(id, count)
      for (let interval = 0; interval < 12; interval++) {
        if (interval % 3 === 2) for (let index = 1; index <= 5; index++) emitTransfer(memberAddress(index), OUTSIDER)
        const methods = await tick()
        assert.equal(methods.length, 1, methods.join())
      }
      assert.ok(script.evaluations.length >= 3)
      assert.ok(script.evaluations.every((people) => people === 5))
    })

  test('checks one batch of people at once, and leaves the others due', async () => {
    const { id } = await addRuleGroup(server)
    await insertMembers(id, RECHECK_BATCH + 5)
    await tick(2)
    for (let index = 1; index <= RECHECK_BATCH + 5; index++) emitTransfer(memberAddress(index), OUTSIDER)
    await tick()
    assert.deepEqual(script.evaluations, [RECHECK_BATCH])
    const [due] = await readRows(
      server,
      'SELECT count(*) AS n FROM rule_verdict WHERE fresh_until <= ?',
      server.clock.now,
    )
    assert.equal(due?.n, 5)
  })

  test('makes everyone due after events were missed', async () => {
    const { id } = await addRuleGroup(server)
    const person = await addMember(id)
    await tick(2)
    await jobs.stop()
    head += 1_000_000
    await changeRows(server, 'UPDATE rule_watch SET read_at = 1')
    await changeRows(server, 'UPDATE rule_verdict SET checked_at = ?', server.clock.now)
    script.decide = () => 'no'
    const later = createRuleJobs(server.context)
    assert.deepEqual(await tick(1, later), ['eth_blockNumber'])
    await tick(1, later)
    assert.equal(await outcomeOf(id, person), 'no')
    await later.stop()
  })

  test('notices within five minutes what no event announces', async () => {
    const { id } = await addRuleGroup(server)
    const [present, gone] = [await addMember(id), await addMember(id)]
    await changeRows(server, 'UPDATE session SET ended_at = 1 WHERE person_id = ?', gone.id)
    script.decide = () => 'no'
    const soldAt = server.clock.now
    while ((await outcomeOf(id, present)) === 'yes') await tick()
    const tookMs = server.clock.now - soldAt
    assert.ok(tookMs >= RECHECK_INTERVAL_MS && tookMs <= VERDICT_YES_FRESH_MS - WATCH_INTERVAL_MS, `${tookMs} ms`)
    assert.equal(await outcomeOf(id, gone), 'yes')
  })

  test('checks people whose verdicts were suspended, until it is known whether they left', async () => {
    const { id: groupId } = await addRuleGroup(server)
    const person = await addMember(groupId)
    await suspendVerdicts(server.context.store, person.id)
    script.decide = () => 'unknown'
    await tick(2)
    assert.equal(await outcomeOf(groupId, person), 'yes')
    script.decide = () => 'no'
    await tick(12)
    assert.equal(await outcomeOf(groupId, person), 'no')
  })

  test('checks people again whose apps have tokens although the session has expired', async () => {
    const { id } = await addRuleGroup(server)
    const person = await addMember(id)
    await changeRows(server, 'UPDATE session SET idle_expires_at = ?', server.clock.now)
    await changeRows(
      server,
      'UPDATE rule_verdict SET fresh_until = ?, keep_until = ?',
      server.clock.now,
      server.clock.now * 2,
    )
    script.decide = () => 'no'
    await tick()
    assert.equal(await outcomeOf(id, person), 'yes')
    const { app } = await registerApp(server)
    await changeRows(
      server,
      "INSERT INTO session_app (session_id, app_id, person_id, sid, used_at) VALUES (?, ?, ?, 'x', 1)",
      ...[person.sessionId, app.id, person.id],
    )
    await changeRows(
      server,
      "INSERT INTO oidc_item (model, id_hash, payload, session_id, expires_at) VALUES ('RefreshToken', ?, '{}', ?, ?)",
      ...[Buffer.alloc(32), person.sessionId, server.clock.now + VERDICT_YES_FRESH_MS],
    )
    await changeRows(server, 'UPDATE rule_verdict SET fresh_until = ?', server.clock.now)
    await tick()
    assert.equal(await outcomeOf(id, person), 'no')
  })

  test('tries again ever more rarely while a rule cannot be checked, and soon after', async () => {
    const { id } = await addRuleGroup(server)
    const person = await addMember(id)
    script.decide = () => 'unknown'
    await tick(60)
    const tries = script.evaluations.length
    assert.ok(tries >= 3 && tries <= 8, `${tries} evaluations`)
    script.decide = () => 'no'
    await tick(6)
    assert.equal(await outcomeOf(id, person), 'no')
  })

  test('stores why events cannot be read and logs it once', async () => {
    const { id } = await addRuleGroup(server)
    const person = await addMember(id)
    node.table.delete('eth_getLogs')
    await tick(20)
    const problems = async () => (await readRows(server, 'SELECT chain_id, problem FROM rule_watch')).map((row) => row)
    assert.deepEqual(await problems(), [{ chain_id: 1, problem: 'JSON-RPC error -32601.' }])
    const lines = () => server.logLines.filter((line) => line.includes('read events of chain 1'))
    assert.equal(lines().length, 1)
    assert.ok(!lines().join().includes(node.url))
    node.table.set('eth_getLogs', (params) => ({ result: logsFrom(params) }))
    await tick(60)
    assert.deepEqual(await problems(), [{ chain_id: 1, problem: null }])
    assert.equal(lines().length, 2)
    assert.equal(await outcomeOf(id, person), 'yes')
  })

  test('continues when the node is back', async () => {
    const { id } = await addRuleGroup(server)
    const person = await addMember(id)
    await tick(2)
    node.behavior = 'broken'
    script.decide = () => 'no'
    emitTransfer(person.account.address, OUTSIDER)
    await tick()
    assert.equal(await outcomeOf(id, person), 'yes')
    node.behavior = 'table'
    await tick()
    assert.equal(await outcomeOf(id, person), 'no')
  })

  test('does not count a refusal to read events against the endpoint', async () => {
    await addRuleGroup(server)
    node.table.delete('eth_getLogs')
    await tick(60)
    assert.equal(server.context.networks.nodes.healthOf({ chainId: 1, url: node.url }).state, 'unknown')
  })

  test('forgets chains that no rule names any more', async () => {
    const { id } = await addRuleGroup(server)
    await tick(2)
    await changeRows(server, `UPDATE people_group SET rule = replace(rule, '"chainId":1', '"chainId":5')`)
    await changeRule(server, id)
    assert.deepEqual(await tick(), [])
    assert.deepEqual(await readRows(server, 'SELECT * FROM rule_watch'), [])
  })

  const testOnPostgres = engine.name === 'postgres' ? test : () => undefined
  testOnPostgres('is done by one of several servers, and by another one soon after it is gone', async () => {
    await addRuleGroup(server)
    await tick(2)
    const other = createRuleJobs(server.context)
    assert.deepEqual(await tick(1, other), [])
    server.clock.now += WATCH_LEASE_MS - 2 * WATCH_INTERVAL_MS
    assert.equal((await tick(1, other)).length, 1)
    assert.deepEqual(await tick(), [])
    await other.takeOver()
    assert.deepEqual(await tick(1, other), ['eth_blockNumber'], 'once per interval')
    await other.stop()
    assert.equal((await tick()).length, 1)
  })
})
