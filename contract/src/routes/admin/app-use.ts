/** Who uses an app, and ending that: for one person, or for everybody at once. */

import * as z from 'zod/mini'
import { adminErrors } from '../../errors.ts'
import { defineRoute } from '../../route.ts'
import { idSchema, timestampSchema } from '../../schemas/id.ts'
import { cursorSchema, limitSchema, pageOf } from '../../schemas/list.ts'
import { scopeSchema } from '../../scope.ts'
import { personItemSchema } from './people.ts'

const appPersonSchema = z.strictObject({
  grantId: idSchema('grt'),
  person: personItemSchema,
  scopes: z.array(scopeSchema),
  grantedAt: timestampSchema,
  lastUsedAt: timestampSchema,
})
export type AppPerson = z.infer<typeof appPersonSchema>

/** Whoever allowed it last comes first. */
export const listAppPeople = defineRoute({
  method: 'GET',
  path: '/api/admin/apps/:id/people',
  caller: 'session',
  permission: 'apps.read',
  body: z.undefined(),
  query: z.strictObject({ limit: limitSchema, cursor: cursorSchema }),
  answer: pageOf(appPersonSchema),
  status: 200,
  errors: adminErrors,
})

/** As if the person had: its tokens end, it is told, and asks again the next time. */
export const endPersonGrant = defineRoute({
  method: 'DELETE',
  path: '/api/admin/people/:id/grants/:grantId',
  caller: 'session',
  permission: 'people.write',
  stepUp: 'admin',
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: [...adminErrors, 'step_up_required', 'role_too_high'],
})

/** All of its tokens end, and it is told of each sign-out. What people allowed stays allowed. */
export const signOutOfApp = defineRoute({
  method: 'POST',
  path: '/api/admin/apps/:id/sign-out',
  caller: 'session',
  permission: 'apps',
  stepUp: 'admin',
  body: z.undefined(),
  answer: z.strictObject({ ended: z.number() }),
  status: 200,
  errors: [...adminErrors, 'step_up_required'],
})
