import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { LOGS_ANSWER_MAX_BYTES } from '@countersign/contract/limits/rule-limits.ts'
import { RPC_ANSWER_MAX_BYTES } from '@countersign/contract/limits.ts'
import { type FakeNode, startNode } from '../../../../test/support/chain/fake-node.ts'
import { createNodes, type Nodes } from './nodes.ts'

const LOGS = { method: 'eth_getLogs', params: [] }

describe('callOnce', () => {
  let node: FakeNode
  let nodes: Nodes
  beforeEach(async () => {
    node = await startNode('0x1')
    nodes = createNodes({
      now: () => 1,
      deadline: () => new AbortController().signal,
      onChange: () => assert.fail('the endpoint changed'),
    })
  })
  afterEach(() => node.die())

  const callOnce = (call = LOGS) => nodes.callOnce({ chainId: 1, url: node.url }, call)

  test('sends exactly one request', async () => {
    node.table.set('eth_getLogs', { result: [] })
    assert.deepEqual(await callOnce(), { kind: 'result', value: [] })
    assert.deepEqual(node.calledMethods, ['eth_getLogs'])
    assert.equal(nodes.requestCount, 1)
  })

  test('does not count failures against the endpoint', async () => {
    for (let count = 0; count < 5; count++) await assert.rejects(callOnce(), { problem: 'JSON-RPC error -32601.' })
    assert.equal(nodes.healthOf({ chainId: 1, url: node.url }).state, 'unknown')
  })

  test('accepts larger answers for events only', async () => {
    node.table.set('eth_getLogs', { result: 'x'.repeat(2 * RPC_ANSWER_MAX_BYTES) })
    node.table.set('eth_gasPrice', { result: 'x'.repeat(2 * RPC_ANSWER_MAX_BYTES) })
    assert.equal((await callOnce()).kind, 'result')
    await assert.rejects(callOnce({ method: 'eth_gasPrice', params: [] }), { problem: 'The response is too large.' })
    node.table.set('eth_getLogs', { result: 'x'.repeat(LOGS_ANSWER_MAX_BYTES) })
    await assert.rejects(callOnce(), { problem: 'The response is too large.' })
  })
})
