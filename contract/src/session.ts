import * as z from 'zod/mini'
import { accountSchema, idSchema, timestampSchema } from './id.ts'
import { PROOF_BODY_MAX_BYTES } from './limits.ts'
import { meSchema } from './person.ts'
import { proofSchema } from './proof.ts'
import { returnToSchema } from './return-to.ts'
import { defineRoute } from './route.ts'

export const sessionEndReasons = [
  'signed_out',
  'idle',
  'expired',
  'replaced',
  'too_many',
  'person_suspended',
  'reuse_detected',
] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]

export const sessionSchema = z.strictObject({
  id: idSchema('ses'),
  /** The wallet that signed. `account` is its identity (chain `0`), `address` is written as EIP-55. */
  wallet: z.strictObject({
    id: idSchema('wal'),
    account: accountSchema,
    address: z.string(),
    name: z.nullable(z.string()),
  }),
  kept: z.boolean(),
  device: z.string(),
  createdAt: timestampSchema,
  lastSeenAt: timestampSchema,
  idleExpiresAt: timestampSchema,
  expiresAt: timestampSchema,
})
export type Session = z.infer<typeof sessionSchema>

export const sessionStateSchema = z.strictObject({ session: sessionSchema, me: meSchema })
export type SessionState = z.infer<typeof sessionStateSchema>

export const startedSessionSchema = z.strictObject({
  session: sessionSchema,
  me: meSchema,
  /** True when this wallet was never seen before. */
  created: z.boolean(),
  /** Where the browser goes now: the checked `returnTo`, or home. */
  next: z.string(),
})
export type StartedSession = z.infer<typeof startedSessionSchema>

/** Everything that can be wrong with a proof, in the order it is checked. */
export const proofErrors = [
  'message_malformed',
  'challenge_unknown',
  'purpose_not_allowed',
  'challenge_other_browser',
  'challenge_expired',
  'domain_mismatch',
  'statement_mismatch',
  'nonce_mismatch',
  'challenge_used',
  'address_invalid',
  'signature_malformed',
  'network_not_configured',
  'signature_invalid',
] as const

export const getSession = defineRoute({
  method: 'GET',
  path: '/api/session',
  caller: 'session',
  body: z.undefined(),
  answer: sessionStateSchema,
  status: 200,
  errors: ['unauthenticated', 'session_expired', 'session_revoked'],
})

export const createSession = defineRoute({
  method: 'POST',
  path: '/api/sessions',
  caller: 'browser',
  body: z.strictObject({ proof: proofSchema, keep: z.boolean(), returnTo: z.optional(returnToSchema) }),
  answer: startedSessionSchema,
  status: 201,
  errors: [...proofErrors, 'person_suspended'],
  maxBody: PROOF_BODY_MAX_BYTES,
})

export const touchSession = defineRoute({
  method: 'POST',
  path: '/api/session/touch',
  caller: 'session',
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: ['unauthenticated', 'session_expired', 'session_revoked'],
})

/** Ends this browser's session. Without one it answers the same: the wish is already fulfilled. */
export const deleteSession = defineRoute({
  method: 'DELETE',
  path: '/api/session',
  caller: 'anyone',
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: [],
})
