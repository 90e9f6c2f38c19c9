/** A reader of chains over the given endpoints, which waits for them as long as they take. */

import { createChains } from '../../../server/src/networks/rpc/chains.ts'
import { createNodes } from '../../../server/src/networks/rpc/nodes.ts'
import { createBackground } from '../../../server/src/platform/background.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { createReadChain } from '../../../server/src/rules/chain/read-chain.ts'

/** By chain; a chain without entry is not configured. */
export function openChainReader(urls: Record<number, string[]>) {
  const clock = { now: Date.now() }
  const lines: string[] = []
  const now = () => clock.now
  const log = createLog({ level: 'warn', human: false, write: (line) => void lines.push(line), now })
  const nodes = createNodes({ now, deadline: () => new AbortController().signal, onChange: () => undefined })
  const endpointsOf = async (chainId: number) => urls[chainId]?.map((url) => ({ chainId, url }))
  const chains = createChains({ nodes, endpointsOf, log, background: createBackground(log), now })
  return { readChain: createReadChain({ chains, log, now }), chains, clock, lines }
}
