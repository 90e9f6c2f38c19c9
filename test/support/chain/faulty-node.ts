/** A proxy in front of a node with a fault that can be switched while it runs. Counts requests by method. */

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address } from 'viem'

export type Fault =
  | 'none'
  /** Resets every connection. */
  | 'dead'
  /** Holds requests until `release`. */
  | 'slow'
  /** HTTP status 429. */
  | 'rate-limited'
  /** An error with the code of a rate limit. */
  | 'rate-limited-by-code'
  /** JSON that ends too early. */
  | 'garbage'
  /** `0x` for every call and balance. */
  | 'empty'
  /** Reports other results of calls and balances; see `lie`. For calls inside an aggregator, use `forged` or `stale`. */
  | 'lie'
  /** Does not know `eth_getLogs`. */
  | 'no-logs'
  /** Is this many blocks behind, and does not know later ones. */
  | { lag: number }
  /** Reports the current block, but the state of this many blocks before. */
  | { stale: number }
  /** Runs calls as if the contract at this address returned the word, whatever it is asked; also inside other calls. */
  | { forged: Address; word: bigint }

export type FaultyNode = {
  url: string
  fault: Fault
  /** Limits the fault to this method. */
  only: string | undefined
  /** Changes results with the fault `lie`; by default a zero becomes one, and anything else zero. */
  lie: (result: string, request: RpcRequest) => string
  /** The methods called, in order. */
  calledMethods: string[]
  /** The number of requests per method. */
  countMethods(): Record<string, number>
  /** Answers the requests that wait because of `slow`. */
  release(): void
  stop(): Promise<void>
}

type RpcRequest = { id: unknown; method: string; params: unknown[] }
type RpcResponse = { jsonrpc: '2.0'; id: unknown; result?: unknown; error?: { code: number; message: string } }

/** With `chainId` it reports that chain: a second network with the same contracts. */
export async function startFaultyNode(target: string, { chainId }: { chainId?: number } = {}): Promise<FaultyNode> {
  let waiting: (() => void)[] = []

  async function answer(response: ServerResponse, request: RpcRequest): Promise<void> {
    node.calledMethods.push(request.method)
    const fault = node.only === undefined || node.only === request.method ? node.fault : 'none'
    if (fault === 'slow') await new Promise<void>((resolve) => waiting.push(resolve))
    if (fault === 'dead') return void response.destroy()
    if (fault === 'rate-limited') return void response.writeHead(429, { 'retry-after': '60' }).end('slow down')
    if (fault === 'garbage') return void response.writeHead(200).end('{"jsonrpc":"2.0","id":')
    const rpcResponse =
      chainId !== undefined && request.method === 'eth_chainId'
        ? resultOf(request, toQuantity(chainId))
        : await respond({ target, fault, lie: node.lie }, request)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rpcResponse))
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const rpcRequest = JSON.parse(Buffer.concat(chunks).toString()) as RpcRequest // our own server sent it
      answer(response, rpcRequest).catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  const node: FaultyNode = {
    url: `http://127.0.0.1:${port}`,
    fault: 'none',
    only: undefined,
    lie: negateWord,
    calledMethods: [],
    countMethods: () => countEach(node.calledMethods),
    release() {
      for (const resume of waiting) resume()
      waiting = []
    },
    async stop() {
      node.release()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
  return node
}

type Upstream = { target: string; fault: Fault; lie: FaultyNode['lie'] }

async function respond({ target, fault, lie }: Upstream, request: RpcRequest): Promise<RpcResponse> {
  if (typeof fault === 'object') return respondFromOtherState(target, request, fault)
  if (fault === 'no-logs' && request.method === 'eth_getLogs')
    return errorOf(request, -32_601, 'the method eth_getLogs does not exist/is not available')
  if (fault === 'rate-limited-by-code') return errorOf(request, -32_005, 'daily request count exceeded')
  if (fault === 'empty' && readsState(request)) return resultOf(request, '0x')
  const response = await forward(target, request)
  if (fault !== 'lie' || !readsState(request) || typeof response.result !== 'string') return response
  return { ...response, result: lie(response.result, request) }
}

function respondFromOtherState(target: string, request: RpcRequest, fault: Exclude<Fault, string>) {
  if ('lag' in fault) return lag(target, request, fault.lag)
  if ('stale' in fault) return age(target, request, fault.stale)
  return forge(target, request, fault)
}

/** Answers as a node whose head is `blocks` behind. */
async function lag(target: string, request: RpcRequest, blocks: number): Promise<RpcResponse> {
  const head = Math.max(0, (await getHead(target)) - blocks)
  const { method, params } = request
  if (method === 'eth_blockNumber') return resultOf(request, toQuantity(head))
  if (method === 'eth_getLogs') return lagLogs(target, request, head)
  const index = BLOCK_PARAMETER[method]
  if (index === undefined) return forward(target, request)
  const block = blockOf(params[index], head)
  if (block > head)
    return method === 'eth_getBlockByNumber' ? resultOf(request, null) : errorOf(request, -32_000, 'header not found')
  return forward(target, { ...request, params: params.with(index, toQuantity(block)) })
}

/** Some nodes return nothing for blocks that they do not have, instead of an error. */
async function lagLogs(target: string, request: RpcRequest, head: number): Promise<RpcResponse> {
  const filter = (request.params[0] ?? {}) as Record<string, unknown> // the filter of eth_getLogs is an object
  const [from, to] = [blockOf(filter.fromBlock, head), blockOf(filter.toBlock, head)]
  if (from > head) return resultOf(request, [])
  const range = { fromBlock: toQuantity(from), toBlock: toQuantity(Math.min(to, head)) }
  return forward(target, { ...request, params: [{ ...filter, ...range }] })
}

/** Reads the state of earlier blocks, and reports it as the one that was asked for. */
async function age(target: string, request: RpcRequest, blocks: number): Promise<RpcResponse> {
  const index = BLOCK_PARAMETER[request.method]
  if (index === undefined || !readsState(request)) return forward(target, request)
  const block = blockOf(request.params[index], await getHead(target))
  return forward(target, { ...request, params: request.params.with(index, toQuantity(Math.max(0, block - blocks))) })
}

/** Overrides the code of the contract with PUSH32 word, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN. */
function forge(target: string, request: RpcRequest, { forged, word }: { forged: Address; word: bigint }) {
  if (request.method !== 'eth_call') return forward(target, request)
  const code = `0x7f${word.toString(16).padStart(64, '0')}5f5260205ff3`
  const [call, block = 'latest'] = request.params
  return forward(target, { ...request, params: [call, block, { [forged]: { code } }] })
}

/** Where each method has its block. */
const BLOCK_PARAMETER: Record<string, number> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_getBlockByNumber: 0,
}

const readsState = ({ method }: RpcRequest): boolean => method === 'eth_call' || method === 'eth_getBalance'

/** A tag other than `earliest` means the head. */
function blockOf(value: unknown, head: number): number {
  const named = typeof value === 'object' && value !== null && 'blockNumber' in value ? value.blockNumber : value
  if (named === 'earliest') return 0
  return typeof named === 'string' && named.startsWith('0x') ? Number(named) : head
}

async function getHead(target: string): Promise<number> {
  const { result } = await forward(target, { id: 1, method: 'eth_blockNumber', params: [] })
  return Number(result)
}

async function forward(target: string, { id, method, params }: RpcRequest): Promise<RpcResponse> {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const response = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await response.json()) as RpcResponse // a real node's
}

const resultOf = ({ id }: RpcRequest, result: unknown): RpcResponse => ({ jsonrpc: '2.0', id, result })

const errorOf = ({ id }: RpcRequest, code: number, message: string): RpcResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

const toQuantity = (value: number): string => `0x${value.toString(16)}`

/** Keeps the length, so that a word stays a word. */
function negateWord(result: string): string {
  const zero = '0'.repeat(result.length - 2)
  return result === `0x${zero}` && zero !== '' ? `0x${zero.slice(1)}1` : `0x${zero}`
}

function countEach(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
