/** A scripted RPC node on loopback: answers from a table, returns wrong data, stalls or disconnects. */

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** The kind of failure; `table` answers correctly. */
export type Behavior =
  | 'table'
  | 'slow'
  | 'rate-limited'
  | 'rate-limited-by-code'
  | 'broken'
  | 'megabytes'
  | 'megabytes-first'
  | 'megabytes-of-words'
  | 'packed'
  | 'redirect'
  | 'html'
  | 'wrong-id'
  | 'garbage'
  | 'empty'
  | 'both'
  | 'neither'
  | 'cut-off'
  | 'stalled'

export type RpcAnswer = { result: unknown } | { error: unknown }

export type FakeNode = {
  /** The path contains an API key, as with real providers. */
  url: string
  /** The result of `eth_chainId`. */
  chainId: unknown
  behavior: Behavior
  /** Limits the failure to this method. */
  only: string | undefined
  /** The answer to each method, fixed or by its parameters. */
  table: Map<string, RpcAnswer | ((params: unknown[]) => RpcAnswer)>
  /** The methods called, in order. */
  calledMethods: string[]
  /** Answers all calls that wait because of `slow`. */
  release(): void
  /** Closes its port. */
  die(): Promise<void>
}

export const NODE_KEY = 'sEcReT-kEy-1234567890'

type RpcRequest = { id: unknown; method: string; params: unknown[] }

export async function startNode(chainId: unknown = '0x1', behavior: Behavior = 'table'): Promise<FakeNode> {
  let waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const rpcRequest = JSON.parse(Buffer.concat(chunks).toString()) as RpcRequest // our own server sent it
      // Called together with eth_chainId; answered correctly unless a test changes it.
      if (rpcRequest.method === 'eth_getBlockByNumber' && !node.table.has(rpcRequest.method))
        return sendJson(response, { jsonrpc: '2.0', id: rpcRequest.id, result: { timestamp: '0xffffffff' } })
      node.calledMethods.push(rpcRequest.method)
      const fails = node.only === undefined || node.only === rpcRequest.method
      const respond = () => BEHAVIORS[fails ? node.behavior : 'table'](response, responseTo(node, rpcRequest))
      if (fails && node.behavior === 'slow') waiting.push(respond)
      else respond()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  const node: FakeNode = {
    url: `http://127.0.0.1:${port}/v3/${NODE_KEY}`,
    chainId,
    behavior,
    only: undefined,
    table: new Map(),
    calledMethods: [],
    release() {
      for (const respond of waiting) respond()
      waiting = []
    },
    async die() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
  return node
}

type RpcResponse = { jsonrpc: '2.0'; id: unknown; result?: unknown; error?: unknown }

function responseTo(node: FakeNode, { id, method, params }: RpcRequest): RpcResponse {
  const known = node.table.get(method)
  if (known) return { jsonrpc: '2.0', id, ...(typeof known === 'function' ? known(params) : known) }
  if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: node.chainId }
  return { jsonrpc: '2.0', id, error: { code: -32_601, message: 'the method does not exist' } }
}

const BEHAVIORS: Record<Behavior, (response: ServerResponse, rpcResponse: RpcResponse) => void> = {
  table: (response, rpcResponse) => sendJson(response, rpcResponse),
  slow: (response, rpcResponse) => sendJson(response, rpcResponse),
  'rate-limited': (response) => void response.writeHead(429, { 'retry-after': '60' }).end('slow down'),
  'rate-limited-by-code': (response, { id }) =>
    sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_005, message: 'execution reverted: daily limit' } }),
  broken: (response) => void response.writeHead(502).end('bad gateway'),
  megabytes: (response, { id }) => sendJson(response, { jsonrpc: '2.0', id, result: MEGABYTES }),
  // As some nodes write it.
  'megabytes-first': (response, { id }) => sendJson(response, { jsonrpc: '2.0', result: MEGABYTES, id }),
  'megabytes-of-words': (response, { id }) =>
    sendJson(response, { jsonrpc: '2.0', id, result: 'yes '.repeat(500_000) }),
  packed(response, { id }) {
    const body = gzipSync(JSON.stringify({ jsonrpc: '2.0', id, result: MEGABYTES }))
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
  },
  // To itself: a client that follows it gets a correct answer.
  redirect: (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
  html: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Hi</h1>'),
  'wrong-id': (response, rpcResponse) => sendJson(response, { ...rpcResponse, id: 'another' }),
  garbage: (response) => void response.writeHead(200).end('{"jsonrpc":"2.0","id":'),
  empty: (response) => void response.writeHead(200).end(),
  both: (response, rpcResponse) =>
    sendJson(response, { ...rpcResponse, result: '0x1', error: { code: 3, message: 'x' } }),
  neither: (response, { id }) => sendJson(response, { jsonrpc: '2.0', id }),
  'cut-off'(response) {
    response.writeHead(200, { 'content-length': '500' }).write('{"jsonrpc":"2.0"')
    response.destroy()
  },
  stalled: (response) => void response.writeHead(200, { 'content-length': '500' }).write('{"jsonrpc":"2.0"'),
}

const MEGABYTES = `0x${'00'.repeat(2_000_000)}`

function sendJson(response: ServerResponse, rpcResponse: RpcResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rpcResponse))
}
