/** Groups of people, as apps and proxies are told of them. */

import * as z from 'zod/mini'
import { adminErrors } from '../../errors.ts'
import { GROUP_CHANGES_MAX } from '../../limits/app-limits.ts'
import { labelSchema } from '../../names/name.ts'
import { defineRoute } from '../../route.ts'
import { idSchema, timestampSchema } from '../../schemas/id.ts'
import { cursorSchema, limitSchema, pageOf } from '../../schemas/list.ts'
import { personItemSchema } from './people.ts'

/** What apps get: it goes into headers and claims as it is. */
export const slugSchema = z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9._-]{0,46}[a-z0-9])?$/))

export const groupSchema = z.strictObject({
  id: idSchema('grp'),
  name: z.string(),
  slug: slugSchema,
  members: z.number(),
  createdAt: timestampSchema,
  version: z.number(),
})
export type Group = z.infer<typeof groupSchema>

const writing = {
  caller: 'session',
  permission: 'groups',
  stepUp: 'admin',
} as const
const changeErrors = [...adminErrors, 'step_up_required', 'slug_taken'] as const
const staleErrors = ['version_conflict', 'precondition_required'] as const

export const listGroups = defineRoute({
  method: 'GET',
  path: '/api/admin/groups',
  caller: 'session',
  permission: 'groups.read',
  body: z.undefined(),
  answer: z.strictObject({ items: z.array(groupSchema) }),
  status: 200,
  errors: adminErrors,
})

export const createGroup = defineRoute({
  method: 'POST',
  path: '/api/admin/groups',
  ...writing,
  body: z.strictObject({ name: labelSchema, slug: slugSchema }),
  answer: groupSchema,
  status: 201,
  errors: [...changeErrors, 'group_limit'],
})

export const updateGroup = defineRoute({
  method: 'PATCH',
  path: '/api/admin/groups/:id',
  ...writing,
  versioned: true,
  body: z.strictObject({ name: z.optional(labelSchema), slug: z.optional(slugSchema) }),
  answer: groupSchema,
  status: 200,
  errors: [...changeErrors, ...staleErrors],
})

/** Refused while an app or a host lets only its members in. */
export const deleteGroup = defineRoute({
  method: 'DELETE',
  path: '/api/admin/groups/:id',
  ...writing,
  versioned: true,
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: [...adminErrors, 'step_up_required', 'group_in_use', ...staleErrors],
})

/** What lets only its members in: as long as there is something, it cannot be deleted. */
export const listGroupUses = defineRoute({
  method: 'GET',
  path: '/api/admin/groups/:id/uses',
  caller: 'session',
  permission: 'groups',
  body: z.undefined(),
  answer: z.strictObject({
    apps: z.array(z.strictObject({ id: idSchema('app'), name: z.string() })),
    hosts: z.array(z.strictObject({ id: idSchema('hst'), name: z.string(), host: z.string() })),
  }),
  status: 200,
  errors: adminErrors,
})

export const listMembers = defineRoute({
  method: 'GET',
  path: '/api/admin/groups/:id/members',
  caller: 'session',
  permission: 'groups.read',
  body: z.undefined(),
  query: z.strictObject({ limit: limitSchema, cursor: cursorSchema }),
  answer: pageOf(personItemSchema),
  status: 200,
  errors: adminErrors,
})

const people = z.array(idSchema('per')).check(z.maxLength(GROUP_CHANGES_MAX))

/** Who is in already stays, who is not is not missed: the answer is how many the group has now. */
export const changeMembers = defineRoute({
  method: 'PUT',
  path: '/api/admin/groups/:id/members',
  ...writing,
  body: z.strictObject({ add: people, remove: people }),
  answer: z.strictObject({ members: z.number() }),
  status: 200,
  errors: [...adminErrors, 'step_up_required', 'group_limit'],
})
