import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  WATCH_BLOCKS_MAX,
  WATCH_INTERVAL_MS,
  WATCH_OVERLAP_BLOCKS,
  WATCH_RETRY_MAX_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import { conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { EndpointFailure } from '../../networks/rpc/failure.ts'
import type { RpcCall, RpcOutcome } from '../../networks/rpc/rpc.ts'
import { type ChainWatch, createChainWatch, type Step } from './chain-watch.ts'
import { topicOf } from './event-topics.ts'
import { planWatch } from './watch-plan.ts'

const TOKEN = `0x${'11'.repeat(20)}`
const [PLAN] = planWatch([{ groupId: 'grp_1', rule: ruleOf(conditionOf.erc20({ contract: TOKEN })) }])
const ENDPOINTS = ['a', 'b'].map((host) => ({ chainId: 1, url: `http://${host}` }))
const [ONE] = ENDPOINTS

/** A node with a clock: one block per `blockMs`. */
const chain = { now: 0, blockMs: 12_000, start: 1000, maxRange: Number.POSITIVE_INFINITY, logs: [] as number[] }
let calls: { url: string; method: string; from: number | undefined }[]
let failing: (url: string, method: string) => string | undefined

const headNow = () => chain.start + Math.floor(chain.now / chain.blockMs)

async function call({ url }: { url: string }, { method, params }: RpcCall): Promise<RpcOutcome> {
  const [filter] = params as [{ fromBlock: string; toBlock: string; address: string[] }?] // what our own code sends
  const from = filter && Number(filter.fromBlock)
  calls.push({ url, method, from })
  const problem = failing(url, method)
  if (problem !== undefined) throw new EndpointFailure(problem)
  if (method === 'eth_blockNumber') return { kind: 'result', value: `0x${headNow().toString(16)}` }
  assert.deepEqual([method, filter?.toBlock, filter?.address], ['eth_getLogs', 'latest', [TOKEN]])
  if (from === undefined || from > headNow()) throw new EndpointFailure('JSON-RPC error -32602.')
  if (headNow() - from + 1 > chain.maxRange) throw new EndpointFailure('JSON-RPC error -32005.')
  return { kind: 'result', value: chain.logs.filter((block) => block >= from && block <= headNow()).map(logAt) }
}

const logAt = (block: number) => ({
  address: TOKEN,
  topics: [topicOf('Transfer(address,address,uint256)')],
  data: '0x',
  blockNumber: `0x${block.toString(16)}`,
  blockHash: `0x${block}`,
  logIndex: '0x0',
})

const LONG_AGO = -3_600_000
const open = (nextBlock?: number, readAt = LONG_AGO): ChainWatch =>
  createChainWatch({ now: () => chain.now, call, record: nextBlock === undefined ? undefined : { nextBlock, readAt } })

/** One step per interval. */
async function run(watch: ChainWatch, steps: number, endpoints = ONE ? [ONE] : []): Promise<Step[]> {
  const taken: Step[] = []
  for (let step = 0; step < steps; step++) {
    assert.ok(PLAN)
    const before = calls.length
    taken.push(await watch.step(PLAN, endpoints, new AbortController().signal))
    assert.ok(calls.length - before <= 1, 'more than one request in a step')
    chain.now += WATCH_INTERVAL_MS
  }
  return taken
}

const seenBlocks = (steps: readonly Step[]) =>
  steps.flatMap((step) => (step.kind === 'logs' ? step.logs.map(({ block }) => block) : []))
const kindsOf = (steps: readonly Step[]) => steps.map(({ kind }) => kind)
const everyBlock = (count: number) => Array.from({ length: count }, (_, index) => chain.start + 1 + index)

beforeEach(() => {
  Object.assign(chain, { now: 0, blockMs: 12_000, start: 1000, maxRange: Number.POSITIVE_INFINITY, logs: [] })
  calls = []
  failing = () => undefined
})

describe('watching a chain', () => {
  test('reads the head once and then only events', async () => {
    const steps = await run(open(), 20)
    assert.deepEqual(kindsOf(steps).slice(0, 2), ['head', 'logs'])
    assert.deepEqual(steps[0], { kind: 'head', skipped: false, nextBlock: 1001 })
    assert.ok(kindsOf(steps).filter((kind) => kind === 'head').length <= 2)
    assert.equal(calls[1]?.from, 1001 - WATCH_OVERLAP_BLOCKS)
  })

  for (const [name, blockMs] of [
    ['slow', 12_000],
    ['fast', 2000],
    ['very fast', 250],
  ] as const)
    test(`reports every event once on a ${name} chain, with few requests for its head`, async () => {
      chain.blockMs = blockMs
      chain.logs = everyBlock(100_000).filter((block) => block % 37 === 0)
      const steps = await run(open(), 300)
      const last = Math.max(...seenBlocks(steps))
      assert.deepEqual(
        seenBlocks(steps),
        chain.logs.filter((block) => block <= last),
      )
      assert.ok(last > headNow() - 37 - (2 * WATCH_INTERVAL_MS) / blockMs)
      assert.ok(kindsOf(steps).filter((kind) => kind === 'head').length <= 60)
    })

  test('keeps ranges within what nodes allow although nothing happens', async () => {
    chain.blockMs = 250
    chain.maxRange = WATCH_BLOCKS_MAX
    const steps = await run(open(), 500)
    assert.ok(!kindsOf(steps).includes('failed'))
  })

  test('continues at the stored position after a short stop', async () => {
    chain.logs = [990, 995]
    const steps = await run(open(992), 2)
    assert.deepEqual(seenBlocks(steps), [990, 995])
  })

  test('reads the events of the blocks since a moment ago at once, and then the head', async () => {
    chain.logs = [990]
    const steps = await run(open(992, -10_000), 3)
    assert.deepEqual(kindsOf(steps), ['logs', 'head', 'logs'])
    assert.deepEqual(seenBlocks(steps), [990])
    assert.equal(calls[0]?.from, 992 - WATCH_OVERLAP_BLOCKS)
  })

  test('skips ahead after a long stop instead of reading thousands of blocks', async () => {
    chain.start = 5_000_000
    chain.logs = [4_999_000]
    const steps = await run(open(1000), 2)
    assert.deepEqual(steps[0], { kind: 'head', skipped: true, nextBlock: 5_000_001 })
    assert.equal(calls[1]?.from, 5_000_001 - WATCH_OVERLAP_BLOCKS)
  })

  test('starts again on a chain that was reset', async () => {
    chain.start = 3
    const steps = await run(open(9000), 2)
    assert.deepEqual(kindsOf(steps), ['head', 'logs'])
    assert.deepEqual(steps[0], { kind: 'head', skipped: true, nextBlock: 4 })
  })

  test('never requests blocks above the head of an endpoint that is behind', async () => {
    const steps = await run(open(1050), 2)
    assert.deepEqual(kindsOf(steps), ['head', 'logs'])
  })
})

describe('a node that does not answer requests for events', () => {
  test('is asked again at growing intervals', async () => {
    failing = (_, method) => (method === 'eth_getLogs' ? 'JSON-RPC error -32601.' : undefined)
    const steps = await run(open(), 1000)
    assert.ok(kindsOf(steps).every((kind) => kind !== 'logs'))
    assert.deepEqual(
      steps.find(({ kind }) => kind === 'failed'),
      { kind: 'failed', endpoint: ONE, problem: 'JSON-RPC error -32601.' },
    )
    const perRetry = WATCH_RETRY_MAX_MS / WATCH_INTERVAL_MS
    assert.ok(calls.length <= 12 + 2 * (1000 / perRetry), `${calls.length} requests`)
    assert.ok(calls.length >= 1000 / perRetry, `${calls.length} requests`)
  })

  test('is replaced by the next endpoint, whose head is read first', async () => {
    const watch = open()
    await run(watch, 3, ENDPOINTS)
    failing = (url) => (url === 'http://a' ? 'Unreachable.' : undefined)
    chain.logs = [headNow()]
    const steps = await run(watch, 3, ENDPOINTS)
    assert.deepEqual(kindsOf(steps), ['failed', 'head', 'logs'])
    assert.equal(seenBlocks(steps).length, 1)
    assert.deepEqual(
      calls.slice(-2).map(({ url }) => url),
      ['http://b', 'http://b'],
    )
  })

  test('misses nothing when it comes back soon', async () => {
    const watch = open()
    await run(watch, 3)
    failing = () => 'Unreachable.'
    chain.logs = [headNow()]
    await run(watch, 6)
    failing = () => undefined
    const steps = await run(watch, 6)
    assert.equal(seenBlocks(steps).length, 1)
    assert.ok(!steps.some((step) => step.kind === 'head' && step.skipped))
  })

  test('gets smaller ranges when it refuses large ones', async () => {
    chain.maxRange = 10
    const steps = await run(open(), 300)
    const failed = kindsOf(steps).filter((kind) => kind === 'failed').length
    assert.ok(failed <= 4, `${failed} failures`)
    assert.ok(kindsOf(steps.slice(-100)).filter((kind) => kind === 'logs').length >= 60)
  })

  test('does not make everyone due all the time when it allows fewer blocks than the chain makes', async () => {
    chain.blockMs = 1000
    chain.maxRange = 10
    const steps = await run(open(), 100)
    const skipped = steps.filter((step) => step.kind === 'head' && step.skipped).length
    assert.ok(skipped <= 6, `${skipped} times`)
  })

  test('is distinguished from one with invalid answers', async () => {
    const watch = createChainWatch({
      now: () => chain.now,
      call: async (_, { method }) => ({ kind: 'result', value: method === 'eth_getLogs' ? [{ topics: 'x' }] : '0x10' }),
      record: undefined,
    })
    const steps = await run(watch, 2)
    assert.deepEqual(steps[1], {
      kind: 'failed',
      endpoint: ONE,
      problem: 'The eth_getLogs response is invalid.',
    })
  })
})
