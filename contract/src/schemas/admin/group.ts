import * as z from 'zod/mini'
import { GROUP_CHANGES_MAX } from '../../limits/app-limits.ts'
import { idSchema, timestampSchema } from '../id.ts'
import { pagedList } from '../list.ts'
import { labelSchema } from '../name.ts'
import { personItemSchema } from './people.ts'

/** Used in headers and claims as it is. */
export const slugSchema = z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9._-]{0,46}[a-z0-9])?$/))

export const groupSchema = z.strictObject({
  id: idSchema('grp'),
  name: z.string(),
  slug: slugSchema,
  /** Added by an admin. */
  members: z.number(),
  /** In the group by its rule; null without a rule. */
  ruleMembers: z.nullable(z.number()),
  createdAt: timestampSchema,
  version: z.number(),
})
export type Group = z.infer<typeof groupSchema>

export const listGroups = { answer: z.strictObject({ items: z.array(groupSchema) }) }

export const createGroup = { body: z.strictObject({ name: labelSchema, slug: slugSchema }), answer: groupSchema }

export const updateGroup = {
  body: z.strictObject({ name: z.optional(labelSchema), slug: z.optional(slugSchema) }),
  answer: groupSchema,
}

export const listGroupUses = {
  answer: z.strictObject({
    apps: z.array(z.strictObject({ id: idSchema('app'), name: z.string() })),
    hosts: z.array(
      z.strictObject({
        id: idSchema('hst'),
        name: z.string(),
        /** In the access of the host, or only in its rules for paths. */
        where: z.enum(['access', 'rules']),
      }),
    ),
    /** Groups whose rules name it. */
    rules: z.array(z.strictObject({ id: idSchema('grp'), name: z.string() })),
    /** Whether its rule decides who may sign up. */
    registration: z.boolean(),
  }),
}

export const listMembers = pagedList(personItemSchema)

const people = z.array(idSchema('per')).check(z.maxLength(GROUP_CHANGES_MAX))

export const changeMembers = {
  body: z.strictObject({ add: people, remove: people }),
  answer: z.strictObject({ members: z.number() }),
}
