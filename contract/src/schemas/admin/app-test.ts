import * as z from 'zod/mini'
import { APP_URI_MAX } from '../../limits/app-limits.ts'

export const testApp = { answer: z.strictObject({ url: z.string() }) }

/** In this order; after one that failed there is none. */
export const testStepSchema = z.strictObject({
  step: z.enum(['authorize', 'token', 'id_token', 'userinfo']),
  /** Null when all was well; else a code as the app would have got it, and what was said with it. */
  problem: z.nullable(z.string()),
})
export type TestStep = z.infer<typeof testStepSchema>

const sentBack = z.string().check(z.maxLength(APP_URI_MAX))

const claims = z.record(z.string(), z.unknown())

export const finishAppTest = {
  body: z.strictObject({
    state: sentBack,
    code: z.optional(sentBack),
    iss: z.optional(sentBack),
    error: z.optional(sentBack),
    errorDescription: z.optional(sentBack),
  }),
  answer: z.strictObject({
    steps: z.array(testStepSchema),
    idToken: z.nullable(claims),
    userinfo: z.nullable(claims),
  }),
}
