import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CALLS_PER_REQUEST, READS_AT_ONCE } from '@countersign/contract/limits/rule-limits.ts'
import { addressOf } from '../../../../test/support/rule-fixtures.ts'
import { type ChainRead, keyOfRead } from '../chain-read.ts'
import { joinReads } from './join-reads.ts'
import type { NetworkOutcomes, NetworkReads } from './read-network.ts'

const AGREED = { block: 7, chosen: [], spares: [] }
const readOf = (index: number): ChainRead => ({ chainId: 1, kind: 'balance', address: addressOf(index), blocksAgo: 0 })
const requestOf = (fields: Partial<NetworkReads> = {}): NetworkReads => ({
  chainId: 1,
  agreed: undefined,
  reads: [readOf(1)],
  signal: undefined,
  ...fields,
})

/** A network that responds when the test releases it. */
function openNetwork() {
  const requests: NetworkReads[] = []
  const waiting: (() => void)[] = []
  const join = joinReads(async (request) => {
    requests.push(request)
    await new Promise<void>((resolve) => waiting.push(resolve))
    const outcomes = request.reads.map((read) => [keyOfRead(read), { kind: 'value', data: '0x', block: 7 }] as const)
    return { agreed: AGREED, outcomes: new Map(outcomes) }
  })
  async function answer(): Promise<void> {
    await settle()
    for (const resolve of waiting.splice(0)) resolve()
    await settle()
  }
  return { join, requests, answer, sizes: () => requests.map(({ reads }) => reads.length) }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const keysOf = ({ outcomes }: NetworkOutcomes) => [...outcomes.keys()]

describe('joined reads', () => {
  test('run at once until there are too many, and then together', async () => {
    const { join, answer, sizes } = openNetwork()
    const results: Promise<NetworkOutcomes>[] = []
    for (let index = 0; index < READS_AT_ONCE + 300; index++) {
      results.push(join(requestOf({ reads: [readOf(index)] })))
      if (index < READS_AT_ONCE) await settle()
    }
    await settle()
    assert.deepEqual(sizes(), [1, 1, 1, 1])
    await answer()
    assert.deepEqual(sizes(), [1, 1, 1, 1, CALLS_PER_REQUEST, 100])
    await answer()
    for (const [index, result] of results.entries()) assert.ok(keysOf(await result).includes(keyOfRead(readOf(index))))
  })

  test('of the same turn run together, and equal ones once', async () => {
    const { join, answer, sizes } = openNetwork()
    const results = [1, 2, 1, 2].map((index) => join(requestOf({ reads: [readOf(index)] })))
    await answer()
    assert.deepEqual(sizes(), [2])
    assert.equal((await Promise.all(results)).length, 4)
  })

  test('are not joined with those of another chain or block, or with many', async () => {
    const { join, answer, requests } = openNetwork()
    const many = Array.from({ length: CALLS_PER_REQUEST + 1 }, (_, index) => readOf(index))
    const results = [
      join(requestOf()),
      join(requestOf({ chainId: 2 })),
      join(requestOf({ agreed: AGREED })),
      join(requestOf({ agreed: { ...AGREED } })),
      join(requestOf({ agreed: AGREED, reads: [readOf(2)] })),
      join(requestOf({ reads: many })),
    ]
    await answer()
    assert.deepEqual(
      requests.map(({ reads }) => reads.length).toSorted((a, b) => a - b),
      [1, 1, 1, 2, 201],
    )
    await Promise.all(results)
  })

  test('go on for others when one is aborted, and end with the last', async () => {
    const { join, answer, requests } = openNetwork()
    const [first, second] = [new AbortController(), new AbortController()]
    const results = [first, second].map(({ signal }, index) => join(requestOf({ reads: [readOf(index)], signal })))
    await settle()
    first.abort()
    assert.deepEqual(await results[0], { agreed: undefined, outcomes: new Map() })
    assert.equal(requests[0]?.signal?.aborted, false)
    await answer()
    assert.equal(keysOf((await results[1]) ?? { agreed: undefined, outcomes: new Map() }).length, 2)

    const alone = new AbortController()
    const ended = join(requestOf({ signal: alone.signal }))
    await settle()
    alone.abort()
    await ended
    assert.equal(requests[1]?.signal?.aborted, true)
  })

  test('do not join a group that was aborted', async () => {
    const { join, answer, requests } = openNetwork()
    const aborted = join(requestOf({ signal: AbortSignal.abort() }))
    const result = join(requestOf({ reads: [readOf(2)] }))
    await answer()
    assert.deepEqual(await aborted, { agreed: undefined, outcomes: new Map() })
    assert.deepEqual(keysOf(await result), [keyOfRead(readOf(2))])
    assert.deepEqual(
      requests.map(({ signal }) => signal?.aborted),
      [true, false],
    )
  })

  test('report a failure to everybody', async () => {
    const join = joinReads(() => Promise.reject(new Error('The database is closed')))
    const results = [join(requestOf()), join(requestOf())]
    for (const result of results) await assert.rejects(result, /The database is closed/)
  })
})
