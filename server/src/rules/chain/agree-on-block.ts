/** The block that the asked endpoints have in common. */

import { HEAD_GAP_BLOCKS, HEAD_LAG_MAX_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { NodeEndpoint } from '../../networks/rpc/nodes.ts'
import type { RpcCall } from '../../networks/rpc/rpc.ts'
import type { Reply } from './read-from-endpoint.ts'

export type Ask = (endpoint: NodeEndpoint, call: RpcCall) => Promise<Reply>

/** `spares` are asked if one of `chosen` fails. */
export type Agreed = { block: number; chosen: NodeEndpoint[]; spares: NodeEndpoint[] }

type Agreeing = { ask: Ask; now: number; reportLagging(endpoint: NodeEndpoint, blocks: number): void }
type Head = { endpoint: NodeEndpoint; block: number }

/** The lowest head of two endpoints, or the head of the only one; undefined if too few answer. */
export async function agreeOnBlock(
  agreeing: Agreeing,
  endpoints: readonly NodeEndpoint[],
): Promise<Agreed | undefined> {
  const quorum = Math.min(2, endpoints.length)
  const spares = [...endpoints]
  let heads: Head[] = []
  while (heads.length < quorum) {
    const asked = spares.splice(0, quorum - heads.length)
    if (asked.length === 0) return undefined
    const answered = await Promise.all(asked.map((endpoint) => readHead(agreeing.ask, endpoint)))
    heads = await dropLagging(agreeing, [...heads, ...answered.filter((head) => head !== undefined)])
  }
  const block = Math.min(...heads.map((head) => head.block))
  return heads.length === 0 ? undefined : { block, chosen: heads.map(({ endpoint }) => endpoint), spares }
}

export async function readHead(ask: Ask, endpoint: NodeEndpoint): Promise<Head | undefined> {
  const reply = await ask(endpoint, { method: 'eth_blockNumber', params: [] })
  const value = reply.kind === 'result' ? reply.value : undefined
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(value)) return undefined
  return { endpoint, block: Number(value) }
}

/** Blocks come at any pace, so only time tells whether an endpoint that is behind is out of sync. */
async function dropLagging({ ask, now, reportLagging }: Agreeing, heads: Head[]): Promise<Head[]> {
  const [behind, ahead] = heads.toSorted((a, b) => a.block - b.block)
  if (!behind || !ahead || ahead.block - behind.block <= HEAD_GAP_BLOCKS) return heads
  const params = [`0x${behind.block.toString(16)}`, false]
  const reply = await ask(ahead.endpoint, { method: 'eth_getBlockByNumber', params })
  const block = reply.kind === 'result' ? reply.value : undefined
  const time = typeof block === 'object' && block !== null && 'timestamp' in block ? block.timestamp : undefined
  if (typeof time === 'string' && /^0x[0-9a-fA-F]{1,11}$/.test(time) && now - Number(time) * 1000 <= HEAD_LAG_MAX_MS)
    return heads
  reportLagging(behind.endpoint, ahead.block - behind.block)
  return [ahead]
}
