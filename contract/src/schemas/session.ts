import * as z from 'zod/mini'
import { isReturnTo } from '../return-to.ts'
import { accountSchema, idSchema, linkTokenSchema, timestampSchema } from './id.ts'
import { pageOf, paging } from './list.ts'
import { meSchema, namedPersonFields, roleSchema } from './person.ts'
import { proofSchema } from './proof.ts'

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

export const sessionSchema = z.strictObject({
  id: idSchema('ses'),
  /** The wallet that signed. `account` is its identity (chain `0` for an Ethereum key), `address` is EIP-55 for Ethereum. */
  wallet: z.strictObject({
    id: idSchema('wal'),
    account: accountSchema,
    address: z.string(),
    name: z.nullable(z.string()),
    ens: z.nullable(z.string()),
  }),
  kept: z.boolean(),
  device: z.string(),
  /** Signed in with a wallet on another device. */
  phone: z.boolean(),
  createdAt: timestampSchema,
  lastSeenAt: timestampSchema,
  idleExpiresAt: timestampSchema,
  expiresAt: timestampSchema,
  /** When admin mode ends; null outside of it. */
  adminUntil: z.nullable(timestampSchema),
})
export type Session = z.infer<typeof sessionSchema>

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
  /** Signed in with a wallet on another device. */
  phone: z.boolean(),
  /** The masked IP address of its last use. */
  maskedIp: z.string(),
  createdAt: timestampSchema,
  lastSeenAt: timestampSchema,
  expiresAt: timestampSchema,
}

export const sessionItemSchema = z.strictObject(sessionItemFields)
export type SessionItem = z.infer<typeof sessionItemSchema>

const sessionStateFields = { session: sessionSchema, me: meSchema }

export const sessionStateSchema = z.strictObject(sessionStateFields)
export type SessionState = z.infer<typeof sessionStateSchema>

export const startedSessionSchema = z.strictObject({
  ...sessionStateFields,
  /** Whether the sign-in created the account. */
  created: z.boolean(),
  /** The page to open: the validated `returnTo`, or the home page. */
  next: z.string(),
})
export type StartedSession = z.infer<typeof startedSessionSchema>

export const getSession = { answer: sessionStateSchema }

export const createSession = {
  body: z.strictObject({
    proof: proofSchema,
    keep: z.boolean(),
    returnTo: z.optional(z.string().check(z.refine(isReturnTo))),
    /** The token of an invitation, for a new wallet. */
    invite: z.optional(linkTokenSchema),
    /** Cancels the deletion of the account. */
    keepAccount: z.optional(z.boolean()),
  }),
  answer: startedSessionSchema,
}

export const stepUp = { body: z.strictObject({ proof: proofSchema }), answer: sessionStateSchema }

export const closeAdminMode = { answer: sessionStateSchema }

export const listSessions = { answer: z.strictObject({ items: z.array(sessionItemSchema) }) }

export const endOtherSessions = { answer: z.strictObject({ ended: z.number() }) }

export const adminSessionSchema = z.strictObject({
  ...sessionItemFields,
  person: z.strictObject({ ...namedPersonFields, role: roleSchema }),
})
export type AdminSession = z.infer<typeof adminSessionSchema>

export const listAllSessions = {
  query: z.strictObject({ ...paging, person: z.optional(idSchema('per')) }),
  answer: pageOf(adminSessionSchema),
}

/** Pushed to open pages. `me.changed`: reload what belongs to this person. */
export type ServerEvent = { event: 'session.ended'; reason: SessionEndReason } | { event: 'me.changed' }

export const listenToEvents = { answer: z.string() }

/** A trusted device: signing in on it causes no new-device alert. */
export const deviceSchema = z.strictObject({
  id: idSchema('dev'),
  label: z.string(),
  current: z.boolean(),
  maskedIp: z.string(),
  firstSeenAt: timestampSchema,
  lastSeenAt: timestampSchema,
})
export type Device = z.infer<typeof deviceSchema>

export const listDevices = { answer: z.strictObject({ items: z.array(deviceSchema) }) }
