/** Reads of chains, each network at one block. A chain that gives no answer is never an answer. */

import { type ChainRead, keyOfRead, type ReadChain, type ReadOutcome } from '../chain-read.ts'
import type { Agreed } from './agree-on-block.ts'
import { joinReads } from './join-reads.ts'
import { createNetworkReader, type ReaderContext, unavailable } from './read-network.ts'

export type ChainReader = ReadChain & Required<Pick<ReadChain, 'pin'>>

/** Of each chain: the block and the endpoints of the first read. */
type Agreements = Map<number, Agreed>

export function createReadChain(context: ReaderContext): ChainReader {
  const readNetwork = joinReads(createNetworkReader(context))

  async function readWith(agreements: Agreements | undefined, reads: readonly ChainRead[], signal?: AbortSignal) {
    const unique = new Map(reads.map((read) => [keyOfRead(read), read]))
    const found = new Map<string, ReadOutcome>()
    const readChainOnce = async (chainId: number, ofChain: ChainRead[]) => {
      const agreed = agreements?.get(chainId)
      const result = await readNetwork({ chainId, agreed, reads: ofChain, signal })
      if (result.agreed) agreements?.set(chainId, result.agreed)
      for (const read of ofChain) found.set(keyOfRead(read), result.outcomes.get(keyOfRead(read)) ?? unavailable)
    }
    const byChain = Map.groupBy(unique.values(), ({ chainId }) => chainId)
    await Promise.all([...byChain].map(([chainId, ofChain]) => readChainOnce(chainId, ofChain)))
    return reads.map((read) => found.get(keyOfRead(read)) ?? unavailable)
  }

  return Object.assign<ReadChain, { pin(): ReadChain }>((reads, signal) => readWith(undefined, reads, signal), {
    pin() {
      const agreements: Agreements = new Map()
      return (reads, signal) => readWith(agreements, reads, signal)
    },
  })
}
