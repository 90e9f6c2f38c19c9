import * as z from 'zod/mini'
import { APP_URI_MAX } from '../../limits/app-limits.ts'

export const testApp = { answer: z.strictObject({ url: z.string() }) }

/** In this order, up to the first failure. */
export const testStepSchema = z.strictObject({
  step: z.enum(['authorize', 'token', 'id_token', 'userinfo']),
  /** Null for success, otherwise the error that the app would have received. */
  problem: z.nullable(z.string()),
})
export type TestStep = z.infer<typeof testStepSchema>

const redirectParameter = z.string().check(z.maxLength(APP_URI_MAX))

const claims = z.record(z.string(), z.unknown())

export const finishAppTest = {
  body: z.strictObject({
    state: redirectParameter,
    code: z.optional(redirectParameter),
    iss: z.optional(redirectParameter),
    error: z.optional(redirectParameter),
    errorDescription: z.optional(redirectParameter),
  }),
  answer: z.strictObject({
    steps: z.array(testStepSchema),
    idToken: z.nullable(claims),
    userinfo: z.nullable(claims),
  }),
}
