/** What the rest of the server may ask of chains. An answer is input until checked, whoever gave it. */

export type RpcCall = { method: string; params: readonly unknown[] }

/** A call that reverted, or returned more than anybody reads, was answered: that is not the same as no answer. */
export type RpcOutcome = { kind: 'result'; value: unknown } | { kind: 'reverted' }

export type Chains = {
  /** Is there an enabled network for it? */
  has(chainId: number): Promise<boolean>
  /** Is there one that may answer? What only beautifies is not asked for at endpoints that are known to be down. */
  answers(chainId: number): Promise<boolean>
  /**
   * Asks healthy endpoints one after the other until one answers. Refuses with `network_not_configured` when the
   * chain is none of ours and with `rpc_unavailable` when nobody answers.
   */
  ask(chainId: number, call: RpcCall): Promise<RpcOutcome>
  /** For proofs: where there are two endpoints or more, two must say the same; else it is `rpc_unavailable`. */
  agree(chainId: number, call: RpcCall, signal?: AbortSignal): Promise<RpcOutcome>
  /** When a whole check of a contract has to be over: its questions are ended by it. */
  checkDeadline(): AbortSignal
  /** How many requests went out, for those who measure. */
  readonly asked: number
}
