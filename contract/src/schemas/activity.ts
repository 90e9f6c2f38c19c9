import * as z from 'zod/mini'
import { activityKinds } from '../activity-kinds.ts'
import { idSchema, timestampSchema } from './id.ts'
import { pageOf, paging } from './list.ts'

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

export const listOwnActivity = { query: z.strictObject({ ...own, ...paging }), answer: pageOf(activitySchema) }

export const exportOwnActivity = { query: z.strictObject(own), answer: z.string() }

export const listActivity = { query: z.strictObject({ ...all, ...paging }), answer: pageOf(activitySchema) }

export const exportActivity = { query: z.strictObject(all), answer: z.string() }

export const exportActivityLines = { query: z.strictObject(all), answer: z.string() }

/** Is every event still what was recorded? `head` is the chain's last hash: kept elsewhere, it proves the end too. */
export const activityCheckSchema = z.strictObject({
  ok: z.boolean(),
  checked: z.number(),
  /** The first event that is not what was recorded, and what is wrong with it. */
  firstBad: z.nullable(z.strictObject({ seq: z.number(), id: z.nullable(z.string()), why: z.string() })),
  head: z.nullable(z.string()),
})
export type ActivityCheck = z.infer<typeof activityCheckSchema>

export const verifyActivity = { answer: activityCheckSchema }
