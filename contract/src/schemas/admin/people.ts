import * as z from 'zod/mini'
import { type ErrorCode, errorCodes } from '../../error/errors.ts'
import { BULK_PEOPLE_MAX } from '../../limits/app-limits.ts'
import { activitySchema } from '../activity.ts'
import { grantSchema } from '../grant.ts'
import { idSchema, timestampSchema } from '../id.ts'
import { pageOf, paging } from '../list.ts'
import { displayNameSchema, reasonSchema } from '../name.ts'
import { namedPersonFields, personStatusSchema, roleSchema } from '../person.ts'
import { sessionItemSchema } from '../session.ts'
import { walletSchema } from '../wallet.ts'

export const personItemSchema = z.strictObject({
  ...namedPersonFields,
  role: roleSchema,
  status: personStatusSchema,
  createdAt: timestampSchema,
  lastSeenAt: z.nullable(timestampSchema),
})
export type PersonItem = z.infer<typeof personItemSchema>

export const personGroupSchema = z.strictObject({
  id: idSchema('grp'),
  name: z.string(),
  slug: z.string(),
  /** By an admin. */
  added: z.boolean(),
  /** In the group by its rule; with `added`, both. */
  byRule: z.boolean(),
})
export type PersonGroup = z.infer<typeof personGroupSchema>

export const foundPersonSchema = z.strictObject({
  ...personItemSchema.shape,
  groups: z.array(personGroupSchema),
  /** Whether an admin added them. Only with `markMembersOf`. */
  member: z.optional(z.boolean()),
})
export type FoundPerson = z.infer<typeof foundPersonSchema>

export const listPeople = {
  query: z.strictObject({
    ...paging,
    /** A prefix of a word of the display name or ENS name, a prefix of the address, or an id. */
    q: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    role: z.optional(roleSchema),
    status: z.optional(personStatusSchema),
    /** Lists only people in it, added by an admin or by its rule. */
    group: z.optional(idSchema('grp')),
    /** Adds `member` to each person. */
    markMembersOf: z.optional(idSchema('grp')),
  }),
  answer: pageOf(foundPersonSchema),
}

export const personDetailsSchema = z.strictObject({
  person: personItemSchema,
  wallets: z.array(walletSchema),
  sessions: z.array(sessionItemSchema),
  grants: z.array(grantSchema),
  groups: z.array(personGroupSchema),
  activity: z.array(activitySchema),
  recoveryCodesLeft: z.number(),
  deletion: z.nullable(
    z.strictObject({
      after: timestampSchema,
      /** Whether the person started it, and can cancel it by signing in. Otherwise an owner did. */
      own: z.boolean(),
    }),
  ),
  /** Also while the account is being deleted. */
  suspended: z.boolean(),
  suspendedFor: z.nullable(z.string()),
  version: z.number(),
})
export type PersonDetails = z.infer<typeof personDetailsSchema>

export const getPerson = { answer: personDetailsSchema }

export const updatePerson = {
  body: z.strictObject({
    status: z.optional(z.enum(['active', 'suspended'])),
    /** Of a suspension; shown in the activity and to admins. */
    reason: z.optional(reasonSchema),
    role: z.optional(roleSchema),
    displayName: z.optional(z.nullable(displayNameSchema)),
  }),
  answer: personItemSchema,
}

export const signPersonOut = { answer: z.strictObject({ ended: z.number() }) }

export const createRecoveryLink = { answer: z.strictObject({ url: z.string(), expiresAt: timestampSchema }) }

export const deletePerson = { answer: z.strictObject({ deleteAfter: timestampSchema }) }

export const changePeople = {
  body: z.strictObject({
    ids: z.array(idSchema('per')).check(z.minLength(1), z.maxLength(BULK_PEOPLE_MAX)),
    /** Exactly one of the two. */
    addToGroup: z.optional(idSchema('grp')),
    suspend: z.optional(z.strictObject({ reason: z.optional(reasonSchema) })),
  }),
  answer: z.strictObject({
    done: z.array(idSchema('per')),
    failed: z.array(z.strictObject({ id: idSchema('per'), code: z.enum(errorCodes) })),
  }),
}

export type BulkFailure = { id: string; code: ErrorCode }
