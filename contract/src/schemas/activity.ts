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
  /** The error code, if it was rejected. */
  code: z.nullable(z.string()),
  actor: z.strictObject({
    type: z.enum(['person', 'visitor', 'system']),
    id: z.nullable(z.string()),
    label: z.nullable(z.string()),
  }),
  /** The person affected. */
  person: z.nullable(z.strictObject({ id: idSchema('per'), label: z.nullable(z.string()) })),
  /** The wallet affected, EIP-55 for Ethereum. */
  address: z.nullable(z.string()),
  sessionId: z.nullable(z.string()),
  device: z.nullable(z.string()),
  maskedIp: z.nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
})
export type Activity = z.infer<typeof activitySchema>

const own = {
  kind: z.optional(z.enum(activityKinds)),
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

/** `head` is the last hash of the audit log: stored elsewhere, it also proves that no event was cut off the end. */
export const activityCheckSchema = z.strictObject({
  ok: z.boolean(),
  checked: z.number(),
  /** The first event that was altered. */
  firstBad: z.nullable(z.strictObject({ seq: z.number(), id: z.nullable(z.string()), why: z.string() })),
  head: z.nullable(z.string()),
})
export type ActivityCheck = z.infer<typeof activityCheckSchema>

export const verifyActivity = { answer: activityCheckSchema }
