/** What those who run the place see of people, and do to them. */

import * as z from 'zod/mini'
import { adminErrors } from '../../errors.ts'
import { roleSchema } from '../../me.ts'
import { displayNameSchema, reasonSchema } from '../../names/name.ts'
import { defineRoute } from '../../route.ts'
import { idSchema, timestampSchema } from '../../schemas/id.ts'
import { cursorSchema, limitSchema, pageOf, searchSchema } from '../../schemas/list.ts'
import { activitySchema } from '../activity.ts'
import { grantSchema } from '../grant.ts'
import { personStatusSchema } from '../person.ts'
import { sessionItemSchema } from '../session.ts'
import { walletSchema } from '../wallet.ts'

export const personItemSchema = z.strictObject({
  id: idSchema('per'),
  displayName: z.nullable(z.string()),
  /** The main wallet, EIP-55; null once deleted. */
  address: z.nullable(z.string()),
  /** The name of that wallet, proven both ways. */
  ens: z.nullable(z.string()),
  role: roleSchema,
  status: personStatusSchema,
  createdAt: timestampSchema,
  lastSeenAt: z.nullable(timestampSchema),
})
export type PersonItem = z.infer<typeof personItemSchema>

const groupNameSchema = z.strictObject({ id: idSchema('grp'), name: z.string(), slug: z.string() })

export const foundPersonSchema = z.strictObject({
  ...personItemSchema.shape,
  groups: z.array(groupNameSchema),
  /** Whether they are in the group that was named by `markMembersOf`; only then. */
  member: z.optional(z.boolean()),
})
export type FoundPerson = z.infer<typeof foundPersonSchema>

export const listPeople = defineRoute({
  method: 'GET',
  path: '/api/admin/people',
  caller: 'session',
  permission: 'people.read',
  body: z.undefined(),
  query: z.strictObject({
    limit: limitSchema,
    cursor: cursorSchema,
    /** The beginning of a word of a display name or an ENS name, of an address, or a whole id. */
    q: searchSchema,
    role: z.optional(roleSchema),
    status: z.optional(personStatusSchema),
    /** Only its members. */
    group: z.optional(idSchema('grp')),
    /** Everybody, and of each whether they are in it. */
    markMembersOf: z.optional(idSchema('grp')),
  }),
  answer: pageOf(foundPersonSchema),
  status: 200,
  errors: adminErrors,
})

export const personDetailsSchema = z.strictObject({
  person: personItemSchema,
  wallets: z.array(walletSchema),
  sessions: z.array(sessionItemSchema),
  /** The apps that know them. */
  grants: z.array(grantSchema),
  groups: z.array(groupNameSchema),
  activity: z.array(activitySchema),
  recoveryCodesLeft: z.number(),
  deleteAfter: z.nullable(timestampSchema),
  suspendedFor: z.nullable(z.string()),
  version: z.number(),
})
export type PersonDetails = z.infer<typeof personDetailsSchema>

export const getPerson = defineRoute({
  method: 'GET',
  path: '/api/admin/people/:id',
  caller: 'session',
  permission: 'people.read',
  body: z.undefined(),
  answer: personDetailsSchema,
  status: 200,
  errors: adminErrors,
})

export const updatePerson = defineRoute({
  method: 'PATCH',
  path: '/api/admin/people/:id',
  caller: 'session',
  permission: 'people.write',
  stepUp: { action: 'people.role', target: ['id', 'role'], fields: ['role'], otherwise: 'admin' },
  versioned: true,
  body: z.strictObject({
    status: z.optional(z.enum(['active', 'suspended'])),
    /** Why, for the activity log and the person's page. */
    reason: z.optional(reasonSchema),
    role: z.optional(roleSchema),
    displayName: z.optional(z.nullable(displayNameSchema)),
  }),
  answer: personItemSchema,
  status: 200,
  errors: [
    ...adminErrors,
    'step_up_required',
    'wallet_too_new',
    'version_conflict',
    'precondition_required',
    'last_owner',
    'own_role',
    'role_too_high',
    'person_deleting',
  ],
})

export const signPersonOut = defineRoute({
  method: 'POST',
  path: '/api/admin/people/:id/sign-out',
  caller: 'session',
  permission: 'people.write',
  stepUp: 'admin',
  body: z.undefined(),
  answer: z.strictObject({ ended: z.number() }),
  status: 200,
  errors: [...adminErrors, 'step_up_required', 'role_too_high'],
})

/** Shown once. Whoever opens it with a new wallet joins that wallet to the person. */
export const createRecoveryLink = defineRoute({
  method: 'POST',
  path: '/api/admin/people/:id/recovery-link',
  caller: 'session',
  permission: 'people.recover',
  stepUp: { action: 'people.recover', target: ['id'] },
  body: z.undefined(),
  answer: z.strictObject({ url: z.string(), expiresAt: timestampSchema }),
  status: 201,
  errors: [...adminErrors, 'step_up_required', 'wallet_too_new', 'role_too_high', 'own_role', 'person_deleting'],
})

export const deletePerson = defineRoute({
  method: 'DELETE',
  path: '/api/admin/people/:id',
  caller: 'session',
  permission: 'people.delete',
  stepUp: { action: 'people.delete', target: ['id'] },
  versioned: true,
  body: z.undefined(),
  answer: z.strictObject({ deleteAfter: timestampSchema }),
  status: 202,
  errors: [
    ...adminErrors,
    'step_up_required',
    'wallet_too_new',
    'last_owner',
    'own_role',
    'role_too_high',
    'version_conflict',
    'precondition_required',
  ],
})
