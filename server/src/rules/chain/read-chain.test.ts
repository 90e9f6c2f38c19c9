import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import {
  BATCH_LIMIT_KEPT_MS,
  CALL_GAS,
  HEAD_LAG_MAX_MS,
  READ_WARNING_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { openChainReader } from '../../../../test/support/chain/chain-reader.ts'
import { type FakeNode, startNode } from '../../../../test/support/chain/fake-node.ts'
import { type Fault, type FaultyNode, startFaultyNode } from '../../../../test/support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../../../test/support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../../../test/support/chain/rule-contracts.ts'
import { newAccount } from '../../../../test/support/server/http-browser.ts'
import type { ChainRead, ReadOutcome } from '../chain-read.ts'
import { decodeOutcomes, encodeReads } from './aggregator.ts'

let chain: Chain
let contracts: RuleContracts
let token: Address
let holder: Address
/** `Error(string)` */
const ERROR = '0x08c379a0'
let hostile: Record<'reverts' | 'burns' | 'loops' | 'megabyte' | 'long' | 'nothing' | 'destroyed', Address>
const nodes: (FaultyNode | FakeNode)[] = []

before(async () => {
  chain = await startChain()
  contracts = deployRuleContracts(chain)
  holder = newAccount().address
  const erc20 = await contracts.erc20()
  token = erc20.address
  await erc20.mint(holder, 5n)
  hostile = {
    reverts: await contracts.hostile.revertsAlways(),
    burns: await contracts.hostile.burnsGas(),
    loops: await contracts.hostile.loopsForever(),
    megabyte: await contracts.hostile.answersBytes(1_000_000),
    long: await contracts.hostile.answersBytes(8000),
    nothing: await contracts.hostile.answersNothing(),
    destroyed: await contracts.hostile.destroyed(),
  }
})
after(() => chain?.stop())
afterEach(async () => {
  for (const node of nodes.splice(0)) await ('stop' in node ? node.stop() : node.die())
})

async function startFaulty(fault: Fault = 'none'): Promise<FaultyNode> {
  const node = await startFaultyNode(chain.url)
  node.fault = fault
  nodes.push(node)
  return node
}

const openReader = (...endpoints: { url: string }[]) =>
  openChainReader({ [CHAIN_ID]: endpoints.length > 0 ? endpoints.map(({ url }) => url) : [chain.url] })

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const head = async () => Number(await contracts.getBlockNumber())
const callTo = (to: Address, data: Hex = '0x12345678', blocksAgo = 0): ChainRead => ({
  chainId: CHAIN_ID,
  kind: 'call',
  to: to.toLowerCase(),
  data,
  blocksAgo,
})
const balanceOf = (owner: Address, blocksAgo = 0): ChainRead =>
  callTo(token, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }), blocksAgo)
const nativeBalanceOf = (address: Address, blocksAgo = 0): ChainRead => ({
  chainId: CHAIN_ID,
  kind: 'balance',
  address: address.toLowerCase(),
  blocksAgo,
})
const unavailable: ReadOutcome = { kind: 'no_answer', problem: 'network_unavailable' }
const disagreeing: ReadOutcome = { kind: 'no_answer', problem: 'endpoints_disagree' }

describe('one endpoint', () => {
  test('answers all reads in one request, each once, at one block', async () => {
    const node = await startFaulty()
    const other = newAccount().address
    await contracts.setBalance(other, 7n)
    const block = await head()
    const { readChain } = openReader(node)
    const reads = [
      balanceOf(holder),
      nativeBalanceOf(other),
      callTo(hostile.reverts),
      callTo(other),
      callTo(hostile.destroyed),
      callTo(hostile.nothing),
      balanceOf(holder),
      balanceOf(other),
    ]
    assert.deepEqual(await readChain(reads), [
      { kind: 'value', data: word(5n), block },
      { kind: 'value', data: word(7n), block },
      { kind: 'reverted', error: ERROR, block },
      { kind: 'no_code', block },
      { kind: 'no_code', block },
      { kind: 'value', data: '0x', block },
      { kind: 'value', data: word(5n), block },
      { kind: 'value', data: word(0n), block },
    ])
    assert.deepEqual(node.calledMethods, ['eth_chainId', 'eth_blockNumber', 'eth_call'])
    assert.deepEqual(await readChain([]), [])
  })

  test('reads earlier blocks, and none before the first', async () => {
    const erc20 = await contracts.erc20()
    await erc20.mint(holder, 3n)
    await contracts.mine(2)
    await erc20.burn(holder, 3n)
    const block = await head()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
    const reads = [0, 1, 5, 100_000].map((blocksAgo) => callTo(erc20.address, data, blocksAgo))
    assert.deepEqual(await openReader().readChain([...reads, nativeBalanceOf(holder, 100_000)]), [
      { kind: 'value', data: word(0n), block },
      { kind: 'value', data: word(3n), block: block - 1 },
      { kind: 'no_code', block: block - 5 },
      { kind: 'no_code', block: 0 },
      { kind: 'value', data: word(0n), block: 0 },
    ])
  })

  test('is not misled by calls that burn gas, loop or answer with a megabyte', async () => {
    const node = await startFaulty()
    const block = await head()
    const { readChain } = openReader(node)
    const reads = [callTo(hostile.burns), callTo(hostile.loops), callTo(hostile.megabyte), balanceOf(holder)]
    assert.deepEqual(await readChain(reads), [
      { kind: 'value', data: '0x', block },
      { kind: 'value', data: '0x', block },
      { kind: 'value', data: '0x', block },
      { kind: 'value', data: word(5n), block },
    ])
    assert.equal(node.countMethods().eth_call, 2)
  })

  test('repeats calls that use more gas than usual', async () => {
    const costly = newAccount().address
    // Counts down from 20,000, which costs half a million gas, and returns 42.
    await chain.put(costly, '0x614e205b600190038060035 7602a60005260206000f3'.replace(' ', '') as Hex)
    const outcomes = await openReader().readChain([callTo(costly), callTo(costly, '0x01')])
    assert.deepEqual(outcomes, Array(2).fill({ kind: 'value', data: word(42n), block: await head() }))
  })

  test('answers batches whose calls all burn gas', async () => {
    const node = await startFaulty()
    const reads = Array.from({ length: 60 }, (_, index) => callTo(hostile.burns, word(BigInt(index))))
    const outcomes = await openReader(node).readChain(reads)
    assert.deepEqual(outcomes, Array(60).fill({ kind: 'value', data: '0x', block: await head() }))
    assert.ok((node.countMethods().eth_call ?? 0) <= 10, `${node.countMethods().eth_call} requests`)
  })

  test('splits answers that exceed the size of a contract', async () => {
    const node = await startFaulty()
    const reads = Array.from({ length: 10 }, (_, index) => callTo(hostile.long, word(BigInt(index))))
    const outcomes = await openReader(node).readChain([...reads, balanceOf(holder)])
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind === 'value' && outcome.data.length),
      [...Array(10).fill(2 + 2 * 8000), 66],
    )
    assert.equal(node.countMethods().eth_call, 5)
  })

  test('keeps the block of the first round when it is pinned', async () => {
    const erc20 = await contracts.erc20()
    await erc20.mint(holder, 1n)
    const block = await head()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
    const read = callTo(erc20.address, data)
    const { readChain } = openReader()
    const pinned = readChain.pin()
    assert.deepEqual(await pinned([balanceOf(holder)]), [{ kind: 'value', data: word(5n), block }])
    await erc20.burn(holder, 1n)
    assert.deepEqual(await pinned([read]), [{ kind: 'value', data: word(1n), block }])
    assert.deepEqual(await readChain([read]), [{ kind: 'value', data: word(0n), block: block + 1 }])
  })

  for (const fault of ['dead', 'rate-limited', 'rate-limited-by-code', 'garbage'] as const)
    for (const only of [undefined, 'eth_call'])
      test(`gives no answer when it is ${fault}${only ? ' for calls' : ''}`, async () => {
        const node = await startFaulty(fault)
        node.only = only
        assert.deepEqual(await openReader(node).readChain([balanceOf(holder), nativeBalanceOf(holder)]), [
          unavailable,
          unavailable,
        ])
        assert.ok(node.calledMethods.length <= 24, node.calledMethods.join(' '))
      })

  test('that returns nothing for every call is never a value', async () => {
    const outcomes = await openReader(await startFaulty('empty')).readChain([
      balanceOf(holder),
      nativeBalanceOf(holder),
    ])
    assert.deepEqual(outcomes, [{ kind: 'value', data: '0x', block: await head() }, unavailable])
  })

  test('that returns other words instead of outcomes is asked one by one', async () => {
    const node = await startFaulty('lie')
    node.lie = (result, { params: [call] }) => (isDeployless(call) ? `0x${'00'.repeat(40)}` : result)
    const block = await head()
    const { readChain, clock } = openReader(node)
    const reads = [
      balanceOf(holder),
      nativeBalanceOf(holder),
      callTo(hostile.reverts),
      callTo(holder),
      callTo(hostile.nothing),
      callTo(hostile.megabyte),
    ]
    const expected: ReadOutcome[] = [
      { kind: 'value', data: word(5n), block },
      { kind: 'value', data: word(0n), block },
      { kind: 'reverted', block },
      { kind: 'no_code', block },
      { kind: 'value', data: '0x', block },
      { kind: 'value', data: '0x', block },
    ]
    assert.deepEqual(await readChain(reads), expected)
    const before = node.calledMethods.length
    assert.deepEqual(await readChain(reads), expected)
    assert.equal(node.calledMethods.length - before, 1 + reads.length + 2, 'one block, six reads, two codes')
    node.fault = 'none'
    clock.now += BATCH_LIMIT_KEPT_MS
    const withError = expected.with(2, { kind: 'reverted', error: ERROR, block })
    assert.deepEqual(await readChain(reads), withError)
    // The second call is for the megabyte, which costs more gas than usual.
    assert.deepEqual(node.calledMethods.slice(-3), ['eth_blockNumber', 'eth_call', 'eth_call'])
  })

  test('that refuses large requests gets smaller ones, also later', async () => {
    const node = await startFaulty('lie')
    let refused = 0
    node.lie = (result, { params: [call] }) => {
      if (!isDeployless(call) || call.data.length < 9000) return result
      refused += 1
      return '0x'
    }
    const { readChain } = openReader(node)
    const reads = Array.from({ length: 400 }, () => balanceOf(newAccount().address))
    const expected = Array(400).fill({ kind: 'value', data: word(0n), block: await head() })
    assert.deepEqual(await readChain(reads), expected)
    assert.equal(refused, 3)
    assert.deepEqual(await readChain(reads), expected)
    assert.equal(refused, 3)
  })

  test('that refuses much gas gets less', async () => {
    const node = await startFaulty('lie')
    node.lie = (result, { params: [call] }) => (isDeployless(call) && Number(call.gas) > 2 ** 24 ? '0x' : result)
    const { readChain } = openReader(node)
    const reads = Array.from({ length: 200 }, () => balanceOf(newAccount().address))
    const expected = Array(200).fill({ kind: 'value', data: word(0n), block: await head() })
    assert.deepEqual(await readChain(reads), expected)
    node.calledMethods.length = 0
    assert.deepEqual(await readChain(reads), expected)
    assert.ok((node.countMethods().eth_call ?? 0) <= 3)
  })

  test('that allows little gas still answers', async () => {
    const node = await startFaulty('lie')
    node.lie = (result, { params: [call] }) => (isDeployless(call) ? '0x01' : result)
    const { readChain } = openReader(node)
    assert.deepEqual(await readChain([balanceOf(holder)]), [{ kind: 'value', data: word(5n), block: await head() }])
  })

  test('that never answers calls is given up after few requests', async () => {
    const node = await startFaulty({ lag: 5 })
    node.only = 'eth_call'
    const reads = Array.from({ length: 3000 }, () => balanceOf(newAccount().address))
    assert.deepEqual(await openReader(node).readChain(reads), Array(3000).fill(unavailable))
    assert.ok(node.calledMethods.length <= 24, `${node.calledMethods.length} requests`)
  })

  for (const value of ['0x', '0xzz', '0x10000000000000', 5, null, '12', { number: '0x1' }])
    test(`gives no answer when its head is ${JSON.stringify(value)}`, async () => {
      const node = await startNode(`0x${CHAIN_ID.toString(16)}`)
      nodes.push(node)
      node.table.set('eth_blockNumber', { result: value })
      node.table.set('eth_call', { result: `0x01010020${'00'.repeat(32)}` })
      assert.deepEqual(await openReader(node).readChain([balanceOf(holder)]), [unavailable])
    })

  test('gives no answer when it serves another chain, or is not configured', async () => {
    const other = await startFaultyNode(chain.url, { chainId: 5 })
    nodes.push(other)
    assert.deepEqual(await openReader(other).readChain([balanceOf(holder), { ...balanceOf(holder), chainId: 7 }]), [
      unavailable,
      { kind: 'no_answer', problem: 'network_missing' },
    ])
  })

  test('answers many checks at once in few requests', async () => {
    const node = await startFaulty()
    const { readChain } = openReader(node)
    const checks = Array.from({ length: 1000 }, (_, index) =>
      readChain([balanceOf(index === 500 ? holder : newAddress(index))]),
    )
    const block = await head()
    for (const [index, [outcome]] of (await Promise.all(checks)).entries())
      assert.deepEqual(outcome, { kind: 'value', data: word(index === 500 ? 5n : 0n), block })
    assert.ok(node.calledMethods.length <= 12, node.calledMethods.join(' '))
  })

  test('gives no answer after the deadline', async () => {
    const node = await startFaulty('slow')
    node.only = 'eth_call'
    const deadline = new AbortController()
    const { readChain } = openReader(node)
    const reading = readChain([balanceOf(holder)], deadline.signal)
    while (!node.calledMethods.includes('eth_call')) await new Promise((resolve) => setImmediate(resolve))
    deadline.abort()
    assert.deepEqual(await reading, [unavailable])
    assert.deepEqual(await readChain([balanceOf(holder)], AbortSignal.abort()), [unavailable])
  })
})

function newAddress(index: number): Address {
  return `0x${(index + 2 ** 33).toString(16).padStart(40, '0')}`
}

type Deployless = { data: string; gas: string }

function isDeployless(call: unknown): call is Deployless {
  return typeof call === 'object' && call !== null && 'data' in call && !('to' in call)
}

describe('two endpoints', () => {
  test('are read at the lower head', async () => {
    const [one, two] = [await startFaulty(), await startFaulty({ lag: 1 })]
    await contracts.mine()
    const block = (await head()) - 1
    assert.deepEqual(await openReader(one, two).readChain([balanceOf(holder)]), [
      { kind: 'value', data: word(5n), block },
    ])
    assert.deepEqual(await openReader(two, one).readChain([balanceOf(holder)]), [
      { kind: 'value', data: word(5n), block },
    ])
  })

  test('agree on a revert whose error only one of them reports', async () => {
    const [whole, single] = [await startFaulty(), await startFaulty('lie')]
    single.lie = (result, { params: [call] }) => (isDeployless(call) ? '0x' : result)
    const block = await head()
    for (const endpoints of [
      [whole, single],
      [single, whole],
    ])
      assert.deepEqual(await openReader(...endpoints).readChain([callTo(hostile.reverts)]), [
        { kind: 'reverted', block },
      ])
  })

  test('disagree about single reads, which is logged once a minute', async () => {
    const [honest, liar] = [await startFaulty(), await startFaulty('lie')]
    liar.lie = (result) => `${result.slice(0, -1)}9`
    const { readChain, lines, clock } = openReader(honest, liar)
    const block = await head()
    const reads = [balanceOf(holder), callTo(hostile.reverts), balanceOf(newAccount().address)]
    const reverted = { kind: 'reverted', error: ERROR, block }
    const expected = [{ kind: 'value', data: word(5n), block }, reverted, disagreeing]
    assert.deepEqual(await readChain(reads), expected)
    assert.deepEqual(await readChain(reads), expected)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /RPC endpoints disagree/)
    clock.now += READ_WARNING_MS
    await readChain(reads)
    assert.equal(lines.length, 2)
  })

  test('disagree when one reads the state of another block', async () => {
    const erc20 = await contracts.erc20()
    await erc20.mint(holder, 1n)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
    const { readChain } = openReader(await startFaulty(), await startFaulty({ stale: 1 }))
    assert.deepEqual(await readChain([callTo(erc20.address, data)]), [disagreeing])
  })

  for (const fault of ['dead', 'rate-limited', 'garbage'] as const)
    for (const only of [undefined, 'eth_call'])
      test(`give no answer when one is ${fault}${only ? ' for calls' : ''}, and a third takes its place`, async () => {
        const [fine, bad] = [await startFaulty(), await startFaulty(fault)]
        bad.only = only
        assert.deepEqual(await openReader(fine, bad).readChain([balanceOf(holder)]), [unavailable])
        assert.deepEqual(await openReader(bad, fine, await startFaulty()).readChain([balanceOf(holder)]), [
          { kind: 'value', data: word(5n), block: await head() },
        ])
      })

  test('do not count the third when it disagrees or is behind', async () => {
    const [fine, bad, liar] = [await startFaulty(), await startFaulty('dead'), await startFaulty('lie')]
    bad.only = 'eth_call'
    liar.lie = (result) => `${result.slice(0, -1)}9`
    assert.deepEqual(await openReader(fine, bad, liar).readChain([balanceOf(newAccount().address)]), [disagreeing])
    const late = await startFaulty({ lag: 1 })
    late.only = 'eth_blockNumber'
    assert.deepEqual(await openReader(fine, bad, late).readChain([balanceOf(holder)]), [unavailable])
  })

  test('give no answer when one is out of sync, and a third takes its place', async () => {
    await contracts.mine(5)
    const [fine, late] = [await startFaulty(), await startFaulty({ lag: 4 })]
    const recent = openReader(fine, late)
    const block = await head()
    recent.clock.now = Number(await contracts.getTimestamp()) * 1000
    assert.deepEqual(await recent.readChain([balanceOf(holder)]), [{ kind: 'value', data: word(5n), block: block - 4 }])
    recent.clock.now += HEAD_LAG_MAX_MS + 60_000
    assert.deepEqual(await recent.readChain([balanceOf(holder)]), [unavailable])
    assert.equal(recent.lines.length, 1)
    assert.match(recent.lines[0] ?? '', /RPC endpoint is out of sync.*"behind":4/)
    const three = openReader(late, fine, await startFaulty())
    three.clock.now = recent.clock.now
    assert.deepEqual(await three.readChain([balanceOf(holder)]), [{ kind: 'value', data: word(5n), block }])
  })
})

test('the aggregator returns the selector of an error, and no more of it', async () => {
  const sizes = [0, 3, 4, 5, 1000]
  const reverting = await Promise.all(sizes.map((size) => contracts.hostile.revertsWithBytes(size)))
  const block = await head()
  const outcomes = await openReader(await startFaulty()).readChain(reverting.map((address) => callTo(address)))
  const [none, selector] = [{}, { error: '0x01010101' }]
  const errors = [none, none, selector, selector, selector]
  assert.deepEqual(
    outcomes,
    errors.map((error) => ({ kind: 'reverted', ...error, block })),
  )
})

test('the aggregator never takes a lack of gas for a revert', async () => {
  const [usual, { reverts }] = [newAccount().address, hostile]
  // Counts down from 5,300, which costs 140,000 gas, and returns 42.
  await chain.put(usual, '0x6114b45b6001900380600357602a60005260206000f3')
  const calls = [usual, usual, reverts, usual].map((to) => ({
    kind: 'call' as const,
    to: to.toLowerCase(),
    data: '0x',
  }))
  const expected = ['value', 'value', 'reverted', 'value']
  const data = encodeReads(calls, { gas: CALL_GAS, costlyAbove: CALL_GAS / 2 })
  const counts = new Set<number>()
  for (let gas = 100_000; gas < 1_400_000; gas += 7000) {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ data, gas: `0x${gas.toString(16)}` }, 'latest'],
    }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(chain.url, { method: 'POST', headers, body: JSON.stringify(body) })
    const { result } = (await response.json()) as { result?: unknown } // an answer of the test chain
    const kinds = (decodeOutcomes(result, calls.length) ?? []).map(({ kind }) => kind)
    assert.deepEqual(kinds, expected.slice(0, kinds.length), `with ${gas} gas`)
    counts.add(kinds.length)
  }
  assert.deepEqual([...counts].toSorted(), [0, 1, 2, 3, 4])
})

test('reads three conditions of a thousand people in few requests', async () => {
  const node = await startFaulty()
  const erc721 = await contracts.erc721()
  const erc1155 = await contracts.erc1155()
  await erc721.mint(holder, 1n)
  await erc1155.mint(holder, 9n, 2n)
  const addresses = Array.from({ length: 999 }, (_, index) => `0x${(index + 2 ** 32).toString(16).padStart(40, '0')}`)
  const padded = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
  const reads = [holder, ...addresses].flatMap((address) => [
    callTo(token, `0x70a08231${padded(address)}`),
    callTo(erc721.address, `0x70a08231${padded(address)}`),
    callTo(erc1155.address, `0x00fdd58e${padded(address)}${word(9n).slice(2)}`),
  ])
  const { readChain, chains } = openReader(node)
  const outcomes = await readChain(reads)
  const amounts = outcomes.map((outcome) => (outcome.kind === 'value' ? BigInt(outcome.data) : -1n))
  assert.deepEqual(amounts, [5n, 1n, 2n, ...Array(3 * 999).fill(0n)])
  assert.ok(chains.requestCount <= 18, `${chains.requestCount} requests`)
})
