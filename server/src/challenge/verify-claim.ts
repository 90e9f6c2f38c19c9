import { RATE_SESSIONS_PER_WALLET } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import { verifyEvmProof } from '../proof/evm.ts'
import type { Claim } from './challenge.ts'

/** Whatever was signed for: the wallet the message names signed it, and does not do so all the time. */
export function verifyClaim(context: Context, { message, text, signature }: Claim): void {
  verifyEvmProof({ address: message.address, message: text, signature })
  // Counted only for the wallet's own signature, so that nobody can use up another's tries.
  context.rates.take(`wallet:${message.address}`, RATE_SESSIONS_PER_WALLET)
}
