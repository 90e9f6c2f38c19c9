import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { CHAIN_ID_KEPT_MS, ENDPOINT_RETRY_MS, RPC_PARALLEL } from '@countersign/contract/limits.ts'
import { type Behavior, type FakeNode, NODE_KEY, startNode } from '../../../../test/support/chain/fake-node.ts'
import { createBackground } from '../../platform/background.ts'
import { createLog } from '../../platform/log.ts'
import { createChains } from './chains.ts'
import { createNodes } from './nodes.ts'
import type { RpcCall } from './rpc.ts'

const CALL: RpcCall = { method: 'eth_call', params: [{ to: '0x01' }, 'latest'] }
const CODE: RpcCall = { method: 'eth_getCode', params: ['0x01', 'latest'] }
const FINE = { kind: 'result', value: '0xfine' }

const started: FakeNode[] = []
afterEach(async () => {
  for (const node of started.splice(0)) {
    node.release()
    await node.die().catch(() => undefined)
  }
})

async function startTestNode(behavior: Behavior = 'table', chainId: unknown = '0x1'): Promise<FakeNode> {
  const created = await startNode(chainId, behavior)
  created.table.set('eth_call', { result: '0xfine' })
  created.table.set('eth_getCode', { result: '0xfine' })
  started.push(created)
  return created
}

/** Chain 1 with these endpoints; `giveUp` aborts all deadlines. */
function setUpChain(endpoints: FakeNode[]) {
  const clock = { now: 1_000_000 }
  const lines: string[] = []
  const changes: string[] = []
  const deadlines: AbortController[] = []
  const now = () => clock.now
  const log = createLog({ level: 'debug', human: false, write: (line) => void lines.push(line), now })
  const background = createBackground(log)
  const nodes = createNodes({
    now,
    deadline() {
      const controller = new AbortController()
      deadlines.push(controller)
      return controller.signal
    },
    onChange: (_, { state }) => void changes.push(state),
  })
  const list = endpoints.map(({ url }) => ({ chainId: 1, url }))
  const endpointsOf = async (chainId: number) => (chainId === 1 ? list : undefined)
  const chains = createChains({ nodes, endpointsOf, log, background, now })
  return {
    chains,
    nodes,
    clock,
    lines,
    changes,
    background,
    giveUp: () => deadlines.forEach((each) => void each.abort()),
    healthOf: (index: number) => nodes.healthOf(list[index] ?? { chainId: 1, url: '' }),
  }
}

/** The outcome, or the error code. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: { code: string }) => error.code)
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

type WrongResponse = [title: string, behavior: Behavior, chainId: unknown, problem: string]

const WRONG_RESPONSES: WrongResponse[] = [
  ['serves another chain', 'table', '0x5', 'Wrong chain: got 5, expected 1.'],
  ['returns no chain id', 'table', null, 'The eth_chainId response is invalid.'],
  ['returns an invalid chain id', 'table', '0xzz', 'The eth_chainId response is invalid.'],
  ['rate-limits by HTTP status', 'rate-limited', '0x1', 'Rate limited.'],
  ['rate-limits by error code', 'rate-limited-by-code', '0x1', 'Rate limited.'],
  ['returns HTTP 502', 'broken', '0x1', 'HTTP status 502.'],
  ['sends too large a response', 'megabytes', '0x1', 'The response is too large.'],
  ['sends too large a compressed response', 'packed', '0x1', 'The response is too large.'],
  ['redirects', 'redirect', '0x1', 'The endpoint redirects.'],
  ['sends HTML', 'html', '0x1', 'The response is not JSON.'],
  ['sends another response id', 'wrong-id', '0x1', 'The response ID does not match the request.'],
  ['sends truncated JSON', 'garbage', '0x1', 'The response is not JSON.'],
  ['sends an empty response', 'empty', '0x1', 'The response is not JSON.'],
  ['sends a result and an error', 'both', '0x1', 'The response must have a result or an error.'],
  ['sends neither a result nor an error', 'neither', '0x1', 'The response must have a result or an error.'],
]

describe('a failing endpoint', () => {
  for (const [title, behavior, chainId, problem] of WRONG_RESPONSES) {
    test(`is skipped when it ${title}, and alone returns unavailable`, async () => {
      const bad = await startTestNode(behavior, chainId)
      const onlyBad = setUpChain([bad])
      assert.equal(await outcomeOf(onlyBad.chains.call(1, CODE)), 'rpc_unavailable')
      assert.equal(await outcomeOf(onlyBad.chains.callWithQuorum(1, CODE)), 'rpc_unavailable')
      assert.deepEqual([onlyBad.healthOf(0).problem, onlyBad.healthOf(0).failures], [problem, 2])
      const { chains } = setUpChain([bad, await startTestNode()])
      assert.deepEqual(await chains.call(1, CODE), FINE)
      assert.equal(await outcomeOf(chains.callWithQuorum(1, CODE)), 'rpc_unavailable')
    })
  }

  for (const behavior of ['rate-limited', 'broken', 'html', 'wrong-id', 'garbage', 'both', 'cut-off'] as const) {
    test(`is skipped when it proves its chain and then is ${behavior}`, async () => {
      const bad = await startTestNode(behavior)
      bad.only = 'eth_call'
      const { chains, healthOf } = setUpChain([bad, await startTestNode()])
      assert.deepEqual(await chains.call(1, CALL), FINE)
      assert.equal(healthOf(0).failures, 1)
    })
  }

  test('is skipped when it is down', async () => {
    const dead = await startTestNode()
    await dead.die()
    const { chains, healthOf } = setUpChain([dead, await startTestNode()])
    assert.deepEqual(await chains.call(1, CALL), FINE)
    assert.equal(healthOf(0).problem, 'Unreachable (ECONNREFUSED).')
  })

  test('times out, and another endpoint is called', async () => {
    const slow = await startTestNode('slow')
    const { chains, healthOf, giveUp } = setUpChain([slow, await startTestNode()])
    const call = chains.call(1, CALL)
    await until(() => slow.calledMethods.length === 1)
    giveUp()
    assert.deepEqual(await call, FINE)
    assert.equal(healthOf(0).problem, 'Timed out.')
  })

  test('times out when the response stalls', async () => {
    const stalled = await startTestNode('stalled')
    const { chains, healthOf, giveUp } = setUpChain([stalled, await startTestNode()])
    const call = chains.call(1, CALL)
    await until(() => stalled.calledMethods.length === 1)
    giveUp()
    assert.deepEqual(await call, FINE)
    assert.equal(healthOf(0).problem, 'Timed out.')
  })

  test('is trusted when it is slow but in time', async () => {
    const slow = await startTestNode('slow')
    slow.only = 'eth_call'
    const { chains } = setUpChain([slow])
    const call = chains.call(1, CALL)
    await until(() => slow.calledMethods.length === 2)
    slow.release()
    assert.deepEqual(await call, FINE)
  })

  test('is not followed when it redirects', async () => {
    const bad = await startTestNode('redirect')
    await outcomeOf(setUpChain([bad]).chains.call(1, CALL))
    assert.deepEqual(bad.calledMethods, ['eth_chainId'])
  })
})

describe('a reverted call', () => {
  for (const [client, error] of Object.entries({
    geth: { code: 3, message: 'execution reverted', data: '0x' },
    'geth without data': { code: -32_000, message: 'execution reverted' },
    erigon: { code: 3, message: 'execution reverted: no', data: '0x08c379a0' },
    nethermind: { code: -32_015, message: 'VM execution error.', data: 'Reverted 0x08c379a0' },
    'nethermind without gas': { code: -32_015, message: 'VM execution error.', data: 'OutOfGas' },
    hardhat: {
      code: -32_603,
      message: "Error: VM Exception while processing transaction: reverted with reason string 'no'",
      data: { message: 'no' },
    },
    anvil: { code: 3, message: 'execution reverted: custom error 0x12345678', data: '0x12345678' },
    'anvil without gas': { code: -32_603, message: 'EVM error OutOfGas' },
    besu: { code: -32_000, message: 'Execution reverted', data: '0x' },
    'geth without gas': { code: -32_000, message: 'out of gas' },
    'geth with bad code': { code: -32_000, message: 'invalid opcode: opcode 0xfe not defined' },
    'a revert reason that looks like a rate limit': { code: 3, message: 'execution reverted: rate limit exceeded' },
    'a revert reason that looks like HTTP 429': { code: -32_000, message: 'execution reverted: too many requests' },
  })) {
    test(`is recognized in the format of ${client}`, async () => {
      const reverting = await startTestNode()
      reverting.table.set('eth_call', { error })
      const { chains, healthOf } = setUpChain([reverting])
      assert.deepEqual(await chains.call(1, CALL), { kind: 'reverted' })
      assert.deepEqual(await chains.callWithQuorum(1, CALL), { kind: 'reverted' })
      assert.equal(healthOf(0).state, 'up')
    })
  }

  for (const [title, error] of Object.entries({
    'a missing block': { code: -32_000, message: 'header not found' },
    'a missing method': { code: -32_601, message: 'the method eth_call does not exist' },
    'an insufficient balance': { code: -32_000, message: 'insufficient funds for gas * price + value' },
    'an internal error': { code: -32_603, message: 'internal error' },
    'a rate limit that mentions a revert': { code: -32_005, message: 'execution reverted: request limit reached' },
    'an error without a code': { message: 'execution reverted' },
    'an error that is a string': 'execution reverted',
  })) {
    test(`is not ${title}`, async () => {
      const failing = await startTestNode()
      failing.table.set('eth_call', { error })
      assert.equal(await outcomeOf(setUpChain([failing]).chains.call(1, CALL)), 'rpc_unavailable')
    })
  }

  test('is recognized for eth_call only', async () => {
    const wrongNode = await startTestNode()
    wrongNode.table.set('eth_getCode', { error: { code: 3, message: 'execution reverted' } })
    assert.equal(await outcomeOf(setUpChain([wrongNode]).chains.call(1, CODE)), 'rpc_unavailable')
  })

  test('is recognized with megabytes of revert data, in any order of the fields', async () => {
    const node1 = await startTestNode('megabytes')
    node1.only = 'eth_call'
    const node2 = await startTestNode('megabytes-first')
    node2.only = 'eth_call'
    const { chains, healthOf } = setUpChain([node1, node2])
    assert.deepEqual(await chains.callWithQuorum(1, CALL), { kind: 'reverted', oversized: true })
    assert.deepEqual([healthOf(0).state, healthOf(1).state], ['up', 'up'])
  })

  test('with megabytes of invalid data or an unknown error does not mark the endpoint as failed', async () => {
    const fine = await startTestNode('megabytes-of-words')
    fine.only = 'eth_call'
    const { chains, healthOf } = setUpChain([fine])
    for (let count = 0; count < 4; count++) assert.equal(await outcomeOf(chains.call(1, CALL)), 'rpc_unavailable')
    fine.behavior = 'table'
    fine.table.set('eth_call', { error: { code: -32_000, message: 'something of the contract' } })
    for (let count = 0; count < 4; count++) assert.equal(await outcomeOf(chains.call(1, CALL)), 'rpc_unavailable')
    assert.deepEqual([healthOf(0).state, healthOf(0).failures], ['unknown', 0])
  })
})

describe('two endpoints', () => {
  test('agree whatever the order of the fields', async () => {
    const [one, two] = [await startTestNode(), await startTestNode()]
    one.table.set('eth_call', { result: { a: 1, b: [2, { c: null }] } })
    two.table.set('eth_call', { result: { b: [2, { c: null }], a: 1 } })
    assert.deepEqual(await setUpChain([one, two]).chains.callWithQuorum(1, CALL), {
      kind: 'result',
      value: { a: 1, b: [2, { c: null }] },
    })
    assert.deepEqual(
      [one.calledMethods, two.calledMethods],
      [
        ['eth_chainId', 'eth_call'],
        ['eth_chainId', 'eth_call'],
      ],
    )
  })

  test('agree when the same bytes are spelled differently', async () => {
    const [one, two] = [await startTestNode(), await startTestNode()]
    one.table.set('eth_call', { result: '0xabcd' })
    two.table.set('eth_call', { result: '0xABcd' })
    assert.deepEqual(await setUpChain([one, two]).chains.callWithQuorum(1, CALL), { kind: 'result', value: '0xabcd' })
    two.table.set('eth_call', { result: '0xABce' })
    assert.equal(await outcomeOf(setUpChain([one, two]).chains.callWithQuorum(1, CALL)), 'rpc_unavailable')
  })

  for (const [title, other] of [
    ['values', { result: '0xlie' }],
    ['outcomes (value and revert)', { error: { code: 3, message: 'execution reverted' } }],
  ] as const) {
    test(`with different ${title} give no result, and the log names both without their API keys`, async () => {
      const [one, two] = [await startTestNode(), await startTestNode()]
      two.table.set('eth_call', other)
      const { chains, lines } = setUpChain([one, two, await startTestNode()])
      assert.equal(await outcomeOf(chains.callWithQuorum(1, CALL)), 'rpc_unavailable')
      const warning = JSON.parse(lines.find((line) => line.includes('disagree')) ?? '{}')
      const maskedUrlOf = ({ url }: FakeNode) => `http://${new URL(url).host}/…`
      assert.deepEqual(
        [warning.level, warning.method, [warning.endpoint, warning.other].sort()],
        ['warn', 'eth_call', [maskedUrlOf(one), maskedUrlOf(two)].sort()],
      )
    })
  }

  test('agree when a third is down, and a failed endpoint is no agreement', async () => {
    const [dead, one, two] = [await startTestNode(), await startTestNode(), await startTestNode()]
    await dead.die()
    assert.deepEqual(await setUpChain([dead, one, two]).chains.callWithQuorum(1, CALL), FINE)
    assert.equal(await outcomeOf(setUpChain([dead, one]).chains.callWithQuorum(1, CALL)), 'rpc_unavailable')
  })

  test('are not required when only one is configured', async () => {
    assert.deepEqual(await setUpChain([await startTestNode()]).chains.callWithQuorum(1, CALL), FINE)
  })
})

describe('endpoint status', () => {
  test('checks the chain once, then again after a while and after a failure', async () => {
    const one = await startTestNode()
    const { chains, clock } = setUpChain([one])
    await chains.call(1, CALL)
    await chains.call(1, CALL)
    clock.now += CHAIN_ID_KEPT_MS
    await chains.call(1, CALL)
    one.behavior = 'broken'
    await outcomeOf(chains.call(1, CALL))
    one.behavior = 'table'
    one.chainId = '0x5'
    assert.equal(await outcomeOf(chains.call(1, CALL)), 'rpc_unavailable')
    const again = ['eth_chainId', 'eth_call']
    assert.deepEqual(one.calledMethods, [...again, 'eth_call', ...again, 'eth_call', 'eth_chainId'])
    assert.equal(chains.requestCount, one.calledMethods.length + 2) // its newest block, each time its chain was right
  })

  test('is down after three failures and up after two responses, and reports each once', async () => {
    const [flaky, steady] = [await startTestNode('broken'), await startTestNode()]
    const { chains, clock, changes, healthOf, background } = setUpChain([flaky, steady])
    for (let count = 0; count < 5; count++) await chains.call(1, CALL)
    assert.deepEqual([flaky.calledMethods.length, healthOf(0).state, changes], [3, 'down', ['down']])
    clock.now += ENDPOINT_RETRY_MS
    await chains.call(1, CALL)
    await background.settled()
    assert.deepEqual([flaky.calledMethods.length, changes], [4, ['down']])
    flaky.behavior = 'table'
    await chains.call(1, CALL)
    await background.settled()
    assert.equal(flaky.calledMethods.length, 4)
    for (const state of ['down', 'up']) {
      clock.now += ENDPOINT_RETRY_MS
      await chains.call(1, CALL)
      await background.settled()
      assert.equal(healthOf(0).state, state)
    }
    assert.deepEqual([changes, healthOf(0).problem], [['down', 'up'], null])
    await chains.call(1, CALL)
    assert.equal(flaky.calledMethods.at(-1), 'eth_call')
  })

  test('uses endpoints that are down when all are', async () => {
    const [one, two] = [await startTestNode('broken'), await startTestNode('broken')]
    const { chains, healthOf } = setUpChain([one, two])
    for (let count = 0; count < 3; count++) await outcomeOf(chains.call(1, CALL))
    assert.deepEqual([healthOf(0).state, healthOf(1).state], ['down', 'down'])
    two.behavior = 'table'
    assert.deepEqual(await chains.call(1, CALL), FINE)
  })

  test('skips endpoints that are down for deferrable calls, and probes them from time to time', async () => {
    const flaky = await startTestNode('broken')
    const { chains, clock, background } = setUpChain([flaky])
    assert.deepEqual(
      [await chains.isReachable(1), await chains.isReachable(2), flaky.calledMethods.length],
      [true, false, 0],
    )
    for (let count = 0; count < 3; count++) await outcomeOf(chains.call(1, CALL))
    const callsBefore = flaky.calledMethods.length
    for (let count = 0; count < 5; count++) assert.equal(await chains.isReachable(1), false)
    await background.settled()
    assert.equal(flaky.calledMethods.length, callsBefore)
    flaky.behavior = 'table'
    for (const answers of [false, false, true]) {
      clock.now += ENDPOINT_RETRY_MS
      assert.equal(await chains.isReachable(1), answers)
      await background.settled()
    }
    assert.equal(flaky.calledMethods.length, callsBefore + 2)
  })

  test('limits concurrent calls per endpoint and queues the others', async () => {
    const slow = await startTestNode('slow')
    slow.only = 'eth_call'
    const { chains } = setUpChain([slow])
    const pendingCalls = Array.from({ length: RPC_PARALLEL + 3 }, () => chains.call(1, CALL))
    const countCalls = () => slow.calledMethods.filter((method) => method === 'eth_call').length
    await until(() => countCalls() === RPC_PARALLEL)
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(countCalls(), RPC_PARALLEL)
    slow.behavior = 'table'
    slow.release()
    assert.deepEqual(await Promise.all(pendingCalls), Array(RPC_PARALLEL + 3).fill(FINE))
    assert.equal(slow.calledMethods.filter((method) => method === 'eth_chainId').length, 1)
  })

  test('does not count calls aborted at shutdown as failures', async () => {
    const slow = await startTestNode('slow')
    slow.only = 'eth_call'
    const { chains, nodes, healthOf } = setUpChain([slow])
    const pendingCalls = Array.from({ length: RPC_PARALLEL + 20 }, () => outcomeOf(chains.call(1, CALL)))
    await until(() => slow.calledMethods.length > RPC_PARALLEL)
    nodes.stop()
    assert.deepEqual(
      await Promise.all(pendingCalls),
      pendingCalls.map(() => 'rpc_unavailable'),
    )
    assert.deepEqual(
      [slow.calledMethods.length, nodes.requestCount, healthOf(0).failures],
      [RPC_PARALLEL + 1, RPC_PARALLEL + 2, 0],
    )
  })

  test('rejects calls that would wait too long with a retry time', async () => {
    const slow = await startTestNode('slow')
    const { chains, giveUp } = setUpChain([slow])
    const pendingCalls = Array.from({ length: 200 }, () => outcomeOf(chains.call(1, CALL)))
    assert.equal(await Promise.race(pendingCalls), 'rpc_unavailable')
    slow.behavior = 'table'
    await until(() => slow.calledMethods.length > 0)
    giveUp()
    await Promise.all(pendingCalls)
  })
})

describe('single endpoints', () => {
  test('are listed with the healthy ones first, and down ones are probed', async () => {
    const [flaky, steady] = [await startTestNode('broken'), await startTestNode()]
    const { chains, clock, background, healthOf } = setUpChain([flaky, steady])
    const urlsOf = async () => (await chains.endpointsOf(1))?.map(({ url }) => url)
    assert.deepEqual(await urlsOf(), [flaky.url, steady.url])
    for (let count = 0; count < 3; count++) await chains.call(1, CALL)
    assert.deepEqual(await urlsOf(), [steady.url, flaky.url])
    flaky.behavior = 'table'
    clock.now += ENDPOINT_RETRY_MS
    await urlsOf()
    await background.settled()
    assert.equal(healthOf(0).answers, 1)
    assert.equal(await chains.endpointsOf(2), undefined)
  })

  test('are called without another taking their place, and count their failures', async () => {
    const [bad, fine] = [await startTestNode('broken'), await startTestNode()]
    const { chains, healthOf, lines } = setUpChain([bad, fine])
    const [first, second] = (await chains.endpointsOf(1)) ?? []
    assert.ok(first && second)
    await assert.rejects(chains.callEndpoint(first, CALL), { name: 'EndpointFailure', problem: 'HTTP status 502.' })
    assert.deepEqual(await chains.callEndpoint(second, CALL), FINE)
    assert.deepEqual([healthOf(0).failures, healthOf(1).state, fine.calledMethods.length], [1, 'up', 2])
    assert.match(lines.join(''), /RPC call failed/)
  })
})

test('rejects a chain that is not configured without sending a request', async () => {
  const one = await startTestNode()
  const { chains } = setUpChain([one])
  assert.deepEqual([await chains.has(1), await chains.has(2)], [true, false])
  assert.equal(await outcomeOf(chains.call(2, CALL)), 'network_not_configured')
  assert.equal(await outcomeOf(chains.callWithQuorum(2, CALL)), 'network_not_configured')
  assert.deepEqual(one.calledMethods, [])
})

test('never logs the API key of an endpoint', async () => {
  const dead = await startTestNode()
  await dead.die()
  const bad = [
    dead,
    ...(await Promise.all(WRONG_RESPONSES.map(([, behavior, chainId]) => startTestNode(behavior, chainId)))),
  ]
  const { chains, lines } = setUpChain(bad)
  await outcomeOf(chains.call(1, CALL))
  await outcomeOf(chains.callWithQuorum(1, CALL))
  assert.ok(lines.length >= bad.length)
  assert.doesNotMatch(lines.join(''), new RegExp(NODE_KEY))
})

describe('calls with a deadline', () => {
  test('abort together and do not count as endpoint failures', async () => {
    const slow = await startTestNode('slow')
    const { chains, healthOf } = setUpChain([slow, await startTestNode('slow')])
    const over = new AbortController()
    const call = outcomeOf(chains.callWithQuorum(1, CALL, over.signal))
    await until(() => slow.calledMethods.length > 0)
    over.abort()
    assert.equal(await call, 'rpc_unavailable')
    assert.equal(healthOf(0).failures, 0)
  })

  test('are not sent after the deadline', async () => {
    const fine = await startTestNode()
    const { chains } = setUpChain([fine])
    assert.equal(await outcomeOf(chains.callWithQuorum(1, CALL, AbortSignal.abort())), 'rpc_unavailable')
    assert.deepEqual(fine.calledMethods, [])
  })

  test('do not abort a shared call that others wait for', async () => {
    const slow = await startTestNode('slow')
    const { chains } = setUpChain([slow])
    const over = new AbortController()
    const [first, second] = [
      outcomeOf(chains.callWithQuorum(1, CALL, over.signal)),
      outcomeOf(chains.callWithQuorum(1, CALL)),
    ]
    await until(() => slow.calledMethods.length > 0)
    over.abort()
    assert.equal(await first, 'rpc_unavailable')
    slow.behavior = 'table'
    slow.release()
    assert.deepEqual(await second, FINE)
  })
})

describe('a stale node', () => {
  const blockAt = (timestamp: unknown) => ({ result: { timestamp } })
  const NOW_S = 1000

  test('is not trusted when its latest block is more than an hour old', async () => {
    const old = await startTestNode()
    const { chains, clock, healthOf } = setUpChain([old])
    clock.now = (NOW_S + 3600) * 1000
    old.table.set('eth_getBlockByNumber', blockAt(`0x${NOW_S.toString(16)}`))
    assert.deepEqual(await chains.callWithQuorum(1, CODE), FINE)
    clock.now += CHAIN_ID_KEPT_MS
    assert.equal(await outcomeOf(chains.callWithQuorum(1, CODE)), 'rpc_unavailable')
    assert.equal(healthOf(0).problem, 'The latest block is too old. The node is out of sync.')
    old.table.set('eth_getBlockByNumber', blockAt('0xffffffff'))
    assert.deepEqual(await chains.callWithQuorum(1, CODE), FINE)
  })

  test('is not trusted when it does not return the time of its latest block', async () => {
    for (const blockResponse of [
      { result: null },
      blockAt(undefined),
      blockAt('soon'),
      blockAt(5),
      { error: { code: -32_000, message: 'no' } },
    ]) {
      const wrongNode = await startTestNode()
      wrongNode.table.set('eth_getBlockByNumber', blockResponse)
      assert.equal(
        await outcomeOf(setUpChain([wrongNode]).chains.callWithQuorum(1, CODE)),
        'rpc_unavailable',
        JSON.stringify(blockResponse),
      )
    }
  })

  test('is not trusted when it now serves another chain', async () => {
    const moved = await startTestNode()
    const { chains, clock } = setUpChain([moved])
    assert.deepEqual(await chains.callWithQuorum(1, CODE), FINE)
    moved.chainId = '0x5'
    clock.now += CHAIN_ID_KEPT_MS
    assert.equal(await outcomeOf(chains.callWithQuorum(1, CODE)), 'rpc_unavailable')
  })
})
