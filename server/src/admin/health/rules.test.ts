import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { VERDICT_YES_FRESH_MS, WATCH_INTERVAL_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { Finding, HealthCheck } from '@countersign/contract/routes/admin/health.ts'
import { type FakeNode, startNode } from '../../../../test/support/chain/fake-node.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { addressOf } from '../../../../test/support/rule-fixtures.ts'
import { addRuleGroup, scriptRules } from '../../../../test/support/rule-groups.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { checkVerdicts } from '../../rules/verdicts/check-verdicts.ts'
import { createRuleJobs } from '../../rules/watch/start-rule-jobs.ts'

const MINUTE = 60_000

forEachEngine('health of rules', (engine) => {
  let server: TestServer
  let owner: TestPerson
  let node: FakeNode
  beforeEach(async () => {
    node = await startNode('0x1')
    node.table.set('eth_blockNumber', { result: '0x10' })
    node.table.set('eth_getLogs', { result: [] })
    server = await startServer(engine, { environment: { RPC_1: node.url } })
    owner = await addPerson(server, 'owner')
  })
  afterEach(async () => {
    await server.close()
    await node.die()
  })

  async function find(check: HealthCheck): Promise<Finding | undefined> {
    const { items } = (await owner.browser.get('/api/admin/health')).json as { items: Finding[] } // compared next
    return items.find((each) => each.check === check)
  }
  const states = async () => [
    (await find('rules'))?.state,
    (await find('rule_checks'))?.state,
    (await find('rule_events'))?.state,
  ]
  const check = (groupId: string) => checkVerdicts(server.context, { groupIds: [groupId], personIds: [owner.id] })

  test('is good without rules and with rules that work', async () => {
    assert.deepEqual(await states(), ['good', 'good', 'good'])
    assert.equal((await find('rule_events'))?.text, 'No rule depends on token events.')
    scriptRules(server, () => 'yes')
    await check((await addRuleGroup(server)).id)
    assert.deepEqual(await states(), ['good', 'good', 'good'])
    assert.equal((await find('rules'))?.text, '1 group has a rule.')
    assert.equal((await find('rule_events'))?.text, 'Token events of 1 network are read every 6 seconds.')
  })

  test('reports a rule on a network that is not configured', async () => {
    await addRuleGroup(server)
    await changeRows(server, `UPDATE people_group SET rule = replace(rule, '"chainId":1', '"chainId":5')`)
    assert.deepEqual(await find('rules'), {
      check: 'rules',
      state: 'bad',
      text: 'The rule of “Holders” can’t be checked: chain 5 is not configured or is disabled.',
      fix: 'Set RPC_5, or add or enable the network under Networks, or change the rule.',
    })
  })

  test('reports an address without a contract, and a contract that fails', async () => {
    const { id } = await addRuleGroup(server)
    scriptRules(server, () => 'no')
    await check(id)
    const reportProblem = async (problem: string) => {
      const reason = { path: '/condition', outcome: 'unknown', problem, found: null, wallets: [], block: 16 }
      await changeRows(server, 'UPDATE rule_verdict SET reasons = ?', JSON.stringify([reason]))
      const { state, text } = (await find('rules')) ?? {}
      return [state, text]
    }
    const place = `${addressOf(0x721)} on Ethereum`
    assert.deepEqual(await reportProblem('contract_failed'), [
      'bad',
      `A contract that the rule of “Holders” names fails or returns something unexpected: ${place}.`,
    ])
    assert.deepEqual(await reportProblem('no_code'), [
      'bad',
      `The rule of “Holders” names an address without a contract: ${place}.`,
    ])
    await changeRows(server, 'UPDATE people_group SET rule_version = 2 WHERE id = ?', id)
    assert.equal((await find('rules'))?.state, 'good')
  })

  test('reports since when a rule cannot be checked', async () => {
    const { id } = await addRuleGroup(server)
    const script = scriptRules(server, () => 'unknown')
    await check(id)
    server.clock.now += 7 * MINUTE
    const { state, text } = (await find('rule_checks')) ?? {}
    assert.deepEqual(
      [state, text],
      [
        'bad',
        'The rule of “Holders” can’t be checked for 7 minutes: Ethereum does not respond, or its endpoints disagree.',
      ],
    )
    script.decide = () => 'yes'
    await check(id)
    assert.equal((await find('rule_checks'))?.state, 'good')
  })

  test('reports people who were not checked in time although they are signed in', async () => {
    const { id } = await addRuleGroup(server)
    scriptRules(server, () => 'yes')
    await check(id)
    server.clock.now += VERDICT_YES_FRESH_MS + 4 * MINUTE
    assert.equal((await find('rule_checks'))?.state, 'good')
    server.clock.now += 1 * MINUTE
    const { state, text } = (await find('rule_checks')) ?? {}
    assert.deepEqual(
      [state, text],
      ['bad', '1 membership of a signed-in person has not been checked for up to 10 minutes.'],
    )
    await changeRows(server, "UPDATE rule_verdict SET outcome = 'no'")
    assert.equal((await find('rule_checks'))?.state, 'good')
  })

  test('reports networks that do not serve events, and events that are no longer read', async () => {
    await addRuleGroup(server)
    const jobs = createRuleJobs(server.context)
    const tick = async () => {
      server.clock.now += WATCH_INTERVAL_MS
      await jobs.tick()
    }
    for (const _ of [1, 2]) await tick()
    assert.equal((await find('rule_events'))?.state, 'good')
    node.table.delete('eth_getLogs')
    await tick()
    assert.deepEqual(await find('rule_events'), {
      check: 'rule_events',
      state: 'note',
      text: 'Token events of Ethereum can’t be read: JSON-RPC error -32601. Transfers are noticed when people are checked, every 4 minutes.',
      fix: 'Add an endpoint that supports eth_getLogs under Networks.',
    })
    node.table.set('eth_getLogs', { result: [] })
    for (const _ of [1, 2]) await tick()
    assert.equal((await find('rule_events'))?.state, 'good')
    await jobs.stop()
    server.clock.now += 11 * MINUTE
    const { state, text } = (await find('rule_events')) ?? {}
    assert.deepEqual([state, text], ['bad', 'Token events of Ethereum have not been read for 11 minutes.'])
  })
})
