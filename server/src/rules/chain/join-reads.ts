/** Joins small reads that wait for the same network, so that many checks at once need few requests. */

import { CALLS_PER_REQUEST, READS_AT_ONCE } from '@countersign/contract/limits/rule-limits.ts'
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts'
import { type ChainRead, keyOfRead } from '../chain-read.ts'
import type { NetworkOutcomes, NetworkReads } from './read-network.ts'

type ReadNetwork = (reads: NetworkReads) => Promise<NetworkOutcomes>

type Group = Pick<NetworkReads, 'agreed'> & {
  reads: Map<string, ChainRead>
  /** How many wait for it; it is aborted with the last. */
  members: number
  ending: AbortController
  result: Promise<NetworkOutcomes>
}

type Network = { semaphore: Semaphore; waiting: Set<Group> }

export function joinReads(readNetwork: ReadNetwork): ReadNetwork {
  const networks = new Map<number, Network>()

  function networkOf(chainId: number): Network {
    const semaphore = () => createSemaphore({ parallel: READS_AT_ONCE, maxWaiting: Number.POSITIVE_INFINITY })
    const network = networks.get(chainId) ?? { semaphore: semaphore(), waiting: new Set() }
    networks.set(chainId, network)
    return network
  }

  function openGroup(chainId: number, agreed: NetworkReads['agreed']): Group {
    const { semaphore, waiting } = networkOf(chainId)
    const group: Omit<Group, 'result'> = { agreed, reads: new Map(), members: 0, ending: new AbortController() }
    const work = () => {
      waiting.delete(joined)
      return readNetwork({ chainId, agreed, reads: [...group.reads.values()], signal: group.ending.signal })
    }
    // The next turn, so that the first reads are in the group when it starts.
    const joined: Group = Object.assign(group, { result: Promise.resolve().then(() => semaphore.take(work)) })
    waiting.add(joined)
    return joined
  }

  return (request) => {
    const { chainId, agreed, reads, signal } = request
    // Others should not wait for a preview.
    if (reads.length > CALLS_PER_REQUEST) return readNetwork(request)
    const open = [...networkOf(chainId).waiting].find((group) => group.agreed === agreed && hasRoom(group, reads))
    const group = open ?? openGroup(chainId, agreed)
    for (const read of reads) group.reads.set(keyOfRead(read), read)
    group.members += 1
    return untilAborted(group, signal)
  }
}

function hasRoom(group: Group, reads: readonly ChainRead[]): boolean {
  return group.members > 0 && group.reads.size + reads.length <= CALLS_PER_REQUEST
}

/** Without outcomes if this member is aborted; the others go on. */
async function untilAborted(group: Group, signal: AbortSignal | undefined): Promise<NetworkOutcomes> {
  const { promise: aborted, resolve } = Promise.withResolvers<NetworkOutcomes>()
  const leave = () => {
    group.members -= 1
    if (group.members === 0) group.ending.abort()
    resolve({ agreed: undefined, outcomes: new Map() })
  }
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([group.result, aborted])
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}
