import * as z from 'zod/mini'
import { adminErrors } from '../../errors.ts'
import { GROUPS_PER_PERSON } from '../../limits/app-limits.ts'
import { INVITE_USES_MAX } from '../../limits.ts'
import { roleSchema } from '../../me.ts'
import { defineRoute } from '../../route.ts'
import { accountSchema, idSchema, linkTokenSchema, timestampSchema } from '../../schemas/id.ts'
import { cursorSchema, limitSchema, pageOf } from '../../schemas/list.ts'

export const inviteSchema = z.strictObject({
  id: idSchema('inv'),
  role: roleSchema,
  /** Only this wallet may use it, EIP-55. */
  address: z.nullable(z.string()),
  /** The chain of a contract wallet; null for a key. */
  chainId: z.nullable(z.number()),
  /** Groups that people who sign up with it join. */
  groups: z.array(z.strictObject({ id: idSchema('grp'), name: z.string() })),
  maxUses: z.number(),
  uses: z.number(),
  status: z.enum(['open', 'used_up', 'expired', 'revoked']),
  createdBy: z.nullable(z.strictObject({ id: idSchema('per'), displayName: z.nullable(z.string()), role: roleSchema })),
  createdAt: timestampSchema,
  expiresAt: timestampSchema,
})
export type Invite = z.infer<typeof inviteSchema>

export const listInvites = defineRoute({
  method: 'GET',
  path: '/api/admin/invites',
  caller: 'session',
  permission: 'invites',
  body: z.undefined(),
  query: z.strictObject({ limit: limitSchema, cursor: cursorSchema }),
  answer: pageOf(inviteSchema),
  status: 200,
  errors: adminErrors,
})

/** Its link is shown once. One for an owner is for one person and a day at most. */
export const createInvite = defineRoute({
  method: 'POST',
  path: '/api/admin/invites',
  caller: 'session',
  permission: 'invites',
  stepUp: { action: 'invites.create', target: ['role'], unless: { role: 'member' }, adminFor: ['groupIds'] },
  body: z.strictObject({
    role: roleSchema,
    account: z.optional(accountSchema),
    groupIds: z.optional(z.array(idSchema('grp')).check(z.maxLength(GROUPS_PER_PERSON))),
    maxUses: z.number().check(z.gte(1), z.lte(INVITE_USES_MAX), z.refine(Number.isInteger)),
    expiresInMs: z.number().check(z.refine(Number.isInteger)),
  }),
  answer: z.strictObject({ invite: inviteSchema, url: z.string() }),
  status: 201,
  errors: [...adminErrors, 'step_up_required', 'wallet_too_new', 'role_too_high', 'address_invalid'],
})

export const revokeInvite = defineRoute({
  method: 'DELETE',
  path: '/api/admin/invites/:id',
  caller: 'session',
  permission: 'invites',
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: [...adminErrors, 'role_too_high'],
})

/** What somebody who was sent a link may know before signing in. */
export const lookUpInvite = defineRoute({
  method: 'GET',
  path: '/api/invites/lookup',
  caller: 'browser',
  body: z.undefined(),
  query: z.strictObject({ token: linkTokenSchema }),
  answer: z.strictObject({
    inviter: z.nullable(z.string()),
    role: roleSchema,
    /** Short: enough to know which of one's wallets is meant. */
    wallet: z.nullable(z.string()),
    expiresAt: timestampSchema,
  }),
  status: 200,
  errors: ['invite_invalid', 'invite_used', 'invite_expired'],
})
