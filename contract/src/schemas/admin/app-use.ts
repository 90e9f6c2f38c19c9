import * as z from 'zod/mini'
import { scopeSchema } from '../grant.ts'
import { idSchema, timestampSchema } from '../id.ts'
import { pageOf, paging } from '../list.ts'
import { personItemSchema } from './people.ts'

const appPersonSchema = z.strictObject({
  grantId: idSchema('grt'),
  person: personItemSchema,
  scopes: z.array(scopeSchema),
  grantedAt: timestampSchema,
  lastUsedAt: timestampSchema,
})
export type AppPerson = z.infer<typeof appPersonSchema>

export const listAppPeople = {
  query: z.strictObject(paging),
  answer: pageOf(appPersonSchema),
}

export const endPersonGrant = {}

export const signOutOfApp = { answer: z.strictObject({ ended: z.number() }) }
