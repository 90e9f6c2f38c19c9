import * as z from 'zod/mini'
import { CONTACT_MAX, FACTORIES_MAX } from '../../limits.ts'
import { logoBodySchema, logoSchema } from '../logo.ts'
import { instanceNameSchema } from '../name.ts'
import { registrationSchema } from '../setup.ts'

const milliseconds = z.number().check(z.refine(Number.isSafeInteger))

/** What an owner decides in the browser; the rest is the environment's. */
const fields = {
  name: instanceNameSchema,
  /** Where people find whoever runs this: an e-mail address or an https link. */
  contact: z.nullable(z.string().check(z.maxLength(CONTACT_MAX))),
  /** `#rrggbb`; null is our own. It must be readable on both themes. */
  accent: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  registration: registrationSchema,
  sessionMaxMs: milliseconds,
  sessionIdleMs: milliseconds,
  sessionNotKeptMs: milliseconds,
  activityKeptMs: milliseconds,
  addressKeptMs: milliseconds,
  /** Contracts through which an account that does not exist yet may be checked; lower-case. */
  factories: z.array(z.string().check(z.regex(/^0x[0-9a-f]{40}$/))).check(z.maxLength(FACTORIES_MAX)),
  /** Whether names of Ethereum addresses are looked up; without an endpoint for Ethereum nobody can be asked. */
  ens: z.boolean(),
}

export const settingsSchema = z.strictObject({ ...fields, logo: logoSchema, version: z.number() })
export type Settings = z.infer<typeof settingsSchema>

export const getSettings = { answer: settingsSchema }

export const updateSettings = { body: z.partial(z.strictObject(fields)), answer: settingsSchema }

export const updateLogo = { body: logoBodySchema, answer: settingsSchema }
