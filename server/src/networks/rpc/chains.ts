/** What the server asks of chains. Answers are checked like any input. */

export type RpcCall = { method: string; params: readonly unknown[] }

/** A reverted call, or one with too large a result, is an answer. */
export type RpcOutcome = { kind: 'result'; value: unknown } | { kind: 'reverted' }

export type Chains = {
  has(chainId: number): Promise<boolean>
  /** Whether a healthy endpoint exists: optional lookups skip chains that are down. */
  isReachable(chainId: number): Promise<boolean>
  /**
   * Tries healthy endpoints in turn. Throws `network_not_configured` for an unknown chain, `rpc_unavailable` without an
   * answer.
   */
  call(chainId: number, call: RpcCall): Promise<RpcOutcome>
  /** For proofs: with two or more endpoints, two must agree, otherwise `rpc_unavailable`. */
  callWithQuorum(chainId: number, call: RpcCall, signal?: AbortSignal): Promise<RpcOutcome>
  /** The time limit of one whole contract check. */
  checkDeadline(): AbortSignal
  /** Requests sent, for benchmarks. */
  readonly requestCount: number
}
