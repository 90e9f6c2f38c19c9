/** A proxy in front of a node that records the methods called. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CountingNode = {
  url: string
  /** The methods called, in order. */
  calledMethods: string[]
  stop(): Promise<void>
}

/** With `chainId` it reports that chain: a second network with the same contracts. */
export async function startCountingNode(target: string, chainId?: number): Promise<CountingNode> {
  const calledMethods: string[] = []
  async function respond(body: string): Promise<string> {
    const { id, method } = JSON.parse(body) as { id: unknown; method: string } // our own server sent it
    calledMethods.push(method)
    if (chainId !== undefined && method === 'eth_chainId')
      return JSON.stringify({ jsonrpc: '2.0', id, result: `0x${chainId.toString(16)}` })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(target, { method: 'POST', headers, body })).text()
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      respond(Buffer.concat(chunks).toString()).then(
        (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
        () => response.destroy(),
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  return {
    url: `http://127.0.0.1:${port}`,
    calledMethods,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
