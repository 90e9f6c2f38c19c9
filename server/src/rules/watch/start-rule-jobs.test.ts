import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { WATCH_INTERVAL_MS } from '@countersign/contract/limits/rule-limits.ts'
import { type FakeNode, startNode } from '../../../../test/support/chain/fake-node.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { addRuleGroup, scriptRules } from '../../../../test/support/rule-groups.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { until } from '../../../../test/support/until.ts'
import { startRuleJobs } from './start-rule-jobs.ts'

forDefaultEngine('starting and stopping the checks of rules', (engine) => {
  let server: TestServer
  let node: FakeNode
  beforeEach(async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    node = await startNode('0x1')
    node.table.set('eth_blockNumber', { result: '0x10' })
    node.table.set('eth_getLogs', { result: [] })
    server = await startServer(engine, { environment: { RPC_1: node.url } })
    scriptRules(server)
  })
  afterEach(async () => {
    mock.timers.reset()
    await server.close()
    await node.die()
  })

  const settled = () => server.context.background.settled()

  test('begins with the first rule and ends when stopped', async () => {
    const stop = startRuleJobs(server.context)
    mock.timers.tick(3 * WATCH_INTERVAL_MS)
    await settled()
    assert.deepEqual(node.calledMethods, [])
    await addRuleGroup(server)
    for (const _ of [1, 2]) {
      mock.timers.tick(WATCH_INTERVAL_MS)
      await settled()
    }
    assert.deepEqual(node.calledMethods, ['eth_blockNumber', 'eth_getLogs'])
    stop()
    mock.timers.tick(10 * WATCH_INTERVAL_MS)
    await settled()
    assert.equal(node.calledMethods.length, 2)
  })

  test('does not wait for a node that does not answer', async () => {
    await addRuleGroup(server)
    node.behavior = 'slow'
    const stop = startRuleJobs(server.context)
    await until(
      () => node.calledMethods.length,
      (count) => count === 1,
      'requests',
    )
    // The next intervals do not pile up requests.
    mock.timers.tick(5 * WATCH_INTERVAL_MS)
    stop()
    await settled()
    assert.deepEqual(node.calledMethods, ['eth_blockNumber'])
    assert.ok(!server.logLines.some((line) => line.includes('could not')))
  })
})
