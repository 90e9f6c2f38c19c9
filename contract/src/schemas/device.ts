import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './id.ts'

/** A trusted device: signing in on it causes no new-device alert. */
export const deviceSchema = z.strictObject({
  id: idSchema('dev'),
  label: z.string(),
  current: z.boolean(),
  near: z.string(),
  firstSeenAt: timestampSchema,
  lastSeenAt: timestampSchema,
})
export type Device = z.infer<typeof deviceSchema>

export const listDevices = { answer: z.strictObject({ items: z.array(deviceSchema) }) }

export const forgetDevice = {}
