/** One read of a chain: a call of a view function, or the native balance of an address. */
export type ChainRead =
  | { chainId: number; kind: 'call'; to: string; data: string; blocksAgo: number }
  | { chainId: number; kind: 'balance'; address: string; blocksAgo: number }

/**
 * `no_code`: there is no contract at the address. `no_answer`: the outcome is unknown, and must not count as a no.
 * `error`: the selector of the error, where the endpoint told it.
 */
export type ReadOutcome =
  | { kind: 'value'; data: string; block: number }
  | { kind: 'reverted'; error?: string; block: number }
  | { kind: 'no_code'; block: number }
  | { kind: 'no_answer'; problem: 'network_missing' | 'network_unavailable' | 'network_behind' | 'endpoints_disagree' }

/** Chain id to block. */
export type Blocks = Readonly<Record<string, number>>

export type ReadChain = {
  (reads: readonly ChainRead[], signal?: AbortSignal): Promise<ReadOutcome[]>
  /** Reads each chain at the block of the first read, for checks of several rounds. */
  pin?(): ReadChain
}

export function keyOfRead(read: ChainRead): string {
  const { chainId, kind, blocksAgo } = read
  return kind === 'call'
    ? `${chainId} ${blocksAgo} ${read.to} ${read.data}`
    : `${chainId} ${blocksAgo} balance ${read.address}`
}
