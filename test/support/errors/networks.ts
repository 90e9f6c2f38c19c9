/** One request for every error about networks. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { startNode } from '../chain/fake-node.ts'
import type { Browser, HttpResponse } from '../server/http-browser.ts'
import { addPerson } from '../server/people.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

export const NETWORK_ERRORS = {
  async network_exists(server) {
    const node = await startNode('0x64')
    await addNetwork(server, 100, node.url)
    const response = await addNetwork(server, 100, node.url)
    await node.die()
    return response
  },
  async network_wrong_chain(server) {
    const node = await startNode('0x5')
    const response = await addNetwork(server, 1, node.url)
    await node.die()
    return response
  },
  async rpc_unavailable(server) {
    const node = await startNode()
    await node.die()
    return addNetwork(server, 1, node.url)
  },
} satisfies Partial<Record<ErrorCode, Produce>>

/** These name invalid fields. */
export const NETWORK_WITH_FIELDS: ErrorCode[] = ['network_wrong_chain', 'rpc_unavailable']

async function addNetwork(server: TestServer, chainId: number, url: string): Promise<HttpResponse> {
  const owner = await addPerson(server, 'owner')
  return owner.signed('POST', '/api/admin/networks', { chainId, name: 'A network', urls: [url] })
}
