import * as z from 'zod/mini'
import { signedInErrors } from '../errors.ts'
import { defineRoute } from '../route.ts'
import { idSchema, timestampSchema } from '../schemas/id.ts'
import { cursorSchema, limitSchema, pageOf } from '../schemas/list.ts'

/** Everything that is ever recorded. A kind is never reused for something else. */
export const activityKinds = [
  'sign_in.ok',
  'sign_in.refused',
  'sign_out',
  'session.ended',
  'session.expired',
  'session.reuse',
  'step_up.ok',
  'step_up.refused',
  'access.refused',
  'wallet.linked',
  'wallet.refused',
  'wallet.renamed',
  'wallet.primary',
  'wallet.removal_started',
  'wallet.removal_cancelled',
  'wallet.removed',
  'device.forgotten',
  'recovery.codes_created',
  'recovery.codes_dropped',
  'recovery.used',
  'recovery.refused',
  'recovery.admin_link',
  'person.created',
  'person.updated',
  'person.suspended',
  'person.restored',
  'person.role_changed',
  'person.signed_out',
  'person.deletion_started',
  'person.deletion_cancelled',
  'person.deleted',
  'person.exported',
  'invite.created',
  'invite.used',
  'invite.revoked',
  'request.created',
  'request.accepted',
  'request.declined',
  'setting.changed',
  'network.created',
  'network.updated',
  'network.removed',
  'network.down',
  'network.up',
  'app.created',
  'app.updated',
  'app.deleted',
  'app.signed_out',
  'app.secret_added',
  'app.secret_removed',
  'app.tested',
  'grant.given',
  'grant.ended',
  'oidc.authorized',
  'oidc.refused',
  'oidc.failed',
  'oidc.signed_out',
  'oidc.reuse',
  'oidc.logout_failed',
  'group.created',
  'group.updated',
  'group.deleted',
  'group.members',
  'host.created',
  'host.updated',
  'host.deleted',
  'host.token_created',
  'host.token_deleted',
  'forward_auth.refused',
  'key.rotated',
  'setup.done',
  'setup.refused',
  'export.made',
  'backup.made',
  'backup.restored',
] as const
export type ActivityKind = (typeof activityKinds)[number]

export const outcomeSchema = z.enum(['ok', 'refused', 'error'])
export type Outcome = z.infer<typeof outcomeSchema>

export const activitySchema = z.strictObject({
  id: idSchema('evt'),
  at: timestampSchema,
  kind: z.enum(activityKinds),
  outcome: outcomeSchema,
  /** The refusal's code. */
  code: z.nullable(z.string()),
  /** Who did it: a person (null: a visitor, or the server itself). */
  actor: z.strictObject({
    type: z.enum(['person', 'visitor', 'system']),
    id: z.nullable(z.string()),
    label: z.nullable(z.string()),
  }),
  /** Whose account it concerns. */
  person: z.nullable(z.strictObject({ id: idSchema('per'), label: z.nullable(z.string()) })),
  /** The wallet it concerns, EIP-55. */
  address: z.nullable(z.string()),
  sessionId: z.nullable(z.string()),
  device: z.nullable(z.string()),
  near: z.nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
})
export type Activity = z.infer<typeof activitySchema>

const own = {
  kind: z.optional(z.enum(activityKinds)),
  /** Only what happened at this app. */
  app: z.optional(idSchema('app')),
  from: z.optional(timestampSchema),
  to: z.optional(timestampSchema),
}
const all = {
  ...own,
  outcome: z.optional(outcomeSchema),
  code: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
  actor: z.optional(idSchema('per')),
  person: z.optional(idSchema('per')),
}
const page = { limit: limitSchema, cursor: cursorSchema }
export const listOwnActivity = defineRoute({
  method: 'GET',
  path: '/api/me/activity',
  caller: 'session',
  body: z.undefined(),
  query: z.strictObject({ ...own, ...page }),
  answer: pageOf(activitySchema),
  status: 200,
  errors: [...signedInErrors, 'range_too_long'],
})

/** A link can be followed to it, so it is an address of its own and no `Accept` header. */
export const exportOwnActivity = defineRoute({
  method: 'GET',
  path: '/api/me/activity.csv',
  caller: 'session',
  body: z.undefined(),
  query: z.strictObject(own),
  answer: z.string(),
  status: 200,
  media: 'text/csv',
  errors: [...signedInErrors, 'range_too_long'],
})

export const listActivity = defineRoute({
  method: 'GET',
  path: '/api/admin/activity',
  caller: 'session',
  permission: 'activity.read',
  body: z.undefined(),
  query: z.strictObject({ ...all, ...page }),
  answer: pageOf(activitySchema),
  status: 200,
  errors: [...signedInErrors, 'forbidden', 'range_too_long'],
})

export const exportActivity = defineRoute({
  method: 'GET',
  path: '/api/admin/activity.csv',
  caller: 'session',
  permission: 'activity.export',
  stepUp: { action: 'activity.export' },
  body: z.undefined(),
  query: z.strictObject(all),
  answer: z.string(),
  status: 200,
  media: 'text/csv',
  errors: [...signedInErrors, 'forbidden', 'step_up_required', 'wallet_too_new', 'range_too_long'],
})

export const exportActivityLines = defineRoute({
  method: 'GET',
  path: '/api/admin/activity.jsonl',
  caller: 'session',
  permission: 'activity.export',
  stepUp: { action: 'activity.export' },
  body: z.undefined(),
  query: z.strictObject(all),
  answer: z.string(),
  status: 200,
  media: 'application/x-ndjson',
  errors: [...signedInErrors, 'forbidden', 'step_up_required', 'wallet_too_new', 'range_too_long'],
})

/** Is every event still what was recorded? `head` is the chain's last hash: kept elsewhere, it proves the end too. */
export const activityCheckSchema = z.strictObject({
  ok: z.boolean(),
  checked: z.number(),
  /** The first event that is not what was recorded, and what is wrong with it. */
  firstBad: z.nullable(z.strictObject({ seq: z.number(), id: z.nullable(z.string()), why: z.string() })),
  head: z.nullable(z.string()),
})
export type ActivityCheck = z.infer<typeof activityCheckSchema>

export const verifyActivity = defineRoute({
  method: 'GET',
  path: '/api/admin/activity/verify',
  caller: 'session',
  permission: 'activity.read',
  body: z.undefined(),
  answer: activityCheckSchema,
  status: 200,
  errors: [...signedInErrors, 'forbidden'],
})
