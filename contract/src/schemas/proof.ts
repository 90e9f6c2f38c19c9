import * as z from 'zod/mini'
import { namespaces } from '../family/family.ts'
import { ENVELOPE_MAX } from '../limits/family-limits.ts'
import { CHALLENGE_TOKEN_MAX, MESSAGE_MAX_BYTES, SIGNATURE_MAX_BYTES, WALLET_NAME_MAX } from '../limits.ts'
import { accountSchema } from './id.ts'

/** The message must equal what challenge and account produce; in `one_step` the wallet may omit or set the optional fields. */
export const proofSchema = z.strictObject({
  namespace: z.enum(namespaces),
  mode: z.optional(z.literal('one_step')),
  challenge: z.string().check(z.minLength(1), z.maxLength(CHALLENGE_TOKEN_MAX)),
  account: accountSchema,
  message: z.string().check(z.minLength(1), z.maxLength(MESSAGE_MAX_BYTES), z.regex(/^[\n\x20-\x7e]*$/)),
  /** `0x` and hex for Ethereum, base64 for Solana, base64 with a BIP-322 prefix for Bitcoin. */
  signature: z.string().check(z.maxLength(2 + 2 * SIGNATURE_MAX_BYTES)),
  /** Solana only: the off-chain message that holds the text, base64, if the wallet signed one instead of the text. */
  envelope: z.optional(z.string().check(z.maxLength(ENVELOPE_MAX), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))),
  /** Self-reported and untrusted; for display only. */
  wallet: z.optional(
    z.strictObject({
      name: z.optional(z.string().check(z.maxLength(WALLET_NAME_MAX))),
      rdns: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9.-]{1,100}$/))),
    }),
  ),
})
export type Proof = z.infer<typeof proofSchema>
