import * as z from 'zod/mini'
import { signedInErrors } from '../errors.ts'
import { PROOF_BODY_MAX_BYTES } from '../limits.ts'
import { meSchema, roleSchema } from '../me.ts'
import { proofSchema } from '../proof.ts'
import { returnToSchema } from '../return-to.ts'
import { defineRoute } from '../route.ts'
import { accountSchema, idSchema, linkTokenSchema, timestampSchema } from '../schemas/id.ts'
import { cursorSchema, limitSchema, pageOf } from '../schemas/list.ts'

export const sessionEndReasons = [
  'signed_out',
  'idle',
  'expired',
  'replaced',
  'too_many',
  'person_suspended',
  'person_deleted',
  'reuse_detected',
  'revoked_self',
  'revoked_admin',
  'wallet_removed',
  'role_changed',
  'recovered',
  'wallet_changed',
  'network_changed',
] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]

/** What `session_revoked` carries when the contract behind a session no longer says yes. */
export const WALLET_CHANGED = { fields: [{ path: '/session', code: 'wallet_changed' }] }

export function isWalletChanged({ fields }: { fields?: { code: string }[] | undefined }): boolean {
  return fields?.some(({ code }) => code === 'wallet_changed') === true
}

export const sessionSchema = z.strictObject({
  id: idSchema('ses'),
  /** The wallet that signed. `account` is its identity (chain `0`), `address` is written as EIP-55. */
  wallet: z.strictObject({
    id: idSchema('wal'),
    account: accountSchema,
    address: z.string(),
    name: z.nullable(z.string()),
    ens: z.nullable(z.string()),
  }),
  kept: z.boolean(),
  device: z.string(),
  createdAt: timestampSchema,
  lastSeenAt: timestampSchema,
  idleExpiresAt: timestampSchema,
  expiresAt: timestampSchema,
  /** Until when admin mode is open; null when it is not. */
  adminUntil: z.nullable(timestampSchema),
})
export type Session = z.infer<typeof sessionSchema>

/** One of the places a person is signed in, as their list shows it. */
const sessionItemFields = {
  id: idSchema('ses'),
  current: z.boolean(),
  wallet: z.strictObject({
    id: idSchema('wal'),
    account: accountSchema,
    address: z.string(),
    label: z.nullable(z.string()),
    name: z.nullable(z.string()),
    ens: z.nullable(z.string()),
  }),
  device: z.string(),
  /** The network it was last used from, without its last part. */
  near: z.string(),
  createdAt: timestampSchema,
  lastSeenAt: timestampSchema,
  expiresAt: timestampSchema,
}
export const sessionItemSchema = z.strictObject(sessionItemFields)
export type SessionItem = z.infer<typeof sessionItemSchema>

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
  body: z.strictObject({
    proof: proofSchema,
    keep: z.boolean(),
    returnTo: z.optional(returnToSchema),
    /** The token of an invitation, for a wallet that is new here. */
    invite: z.optional(linkTokenSchema),
    /** True to take back the deletion of one's account. */
    keepAccount: z.optional(z.boolean()),
  }),
  answer: startedSessionSchema,
  status: 201,
  errors: [
    ...proofErrors,
    'person_suspended',
    'person_deleting',
    'registration_closed',
    'invite_required',
    'invite_invalid',
    'invite_used',
    'invite_expired',
    'invite_other_wallet',
  ],
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

/** A linked wallet signs for one action; the session's token is exchanged for a new one. */
export const stepUp = defineRoute({
  method: 'POST',
  path: '/api/session/step-up',
  caller: 'session',
  body: z.strictObject({ proof: proofSchema }),
  answer: sessionStateSchema,
  status: 200,
  errors: [...signedInErrors, ...proofErrors, 'wallet_not_yours', 'wallet_too_new'],
  maxBody: PROOF_BODY_MAX_BYTES,
})

/** Routine administration needs a signature again. */
export const closeAdminMode = defineRoute({
  method: 'DELETE',
  path: '/api/session/admin-mode',
  caller: 'session',
  body: z.undefined(),
  answer: sessionStateSchema,
  status: 200,
  errors: signedInErrors,
})

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/me/sessions',
  caller: 'session',
  body: z.undefined(),
  answer: z.strictObject({ items: z.array(sessionItemSchema) }),
  status: 200,
  errors: signedInErrors,
})

export const endOwnSession = defineRoute({
  method: 'DELETE',
  path: '/api/me/sessions/:id',
  caller: 'session',
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: signedInErrors,
})

/** All but the one that asks. */
export const endOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/me/sessions',
  caller: 'session',
  body: z.undefined(),
  answer: z.strictObject({ ended: z.number() }),
  status: 200,
  errors: signedInErrors,
})

export const adminSessionSchema = z.strictObject({
  ...sessionItemFields,
  person: z.strictObject({ id: idSchema('per'), displayName: z.nullable(z.string()), role: roleSchema }),
})
export type AdminSession = z.infer<typeof adminSessionSchema>

export const listAllSessions = defineRoute({
  method: 'GET',
  path: '/api/admin/sessions',
  caller: 'session',
  permission: 'sessions.read',
  body: z.undefined(),
  query: z.strictObject({ limit: limitSchema, cursor: cursorSchema, person: z.optional(idSchema('per')) }),
  answer: pageOf(adminSessionSchema),
  status: 200,
  errors: [...signedInErrors, 'forbidden'],
})

export const endAnySession = defineRoute({
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  caller: 'session',
  permission: 'sessions.end',
  stepUp: 'admin',
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: [...signedInErrors, 'forbidden', 'step_up_required', 'role_too_high'],
})
