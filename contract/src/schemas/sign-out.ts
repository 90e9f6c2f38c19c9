import * as z from 'zod/mini'
import { logoSchema } from './logo.ts'

export const getSignOutRequest = {
  answer: z.strictObject({ app: z.strictObject({ name: z.string(), logo: logoSchema, host: z.string() }) }),
}

export const leaveToApp = { answer: z.strictObject({ redirectTo: z.string() }) }
