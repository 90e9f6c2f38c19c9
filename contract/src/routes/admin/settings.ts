import * as z from 'zod/mini'
import { adminErrors } from '../../errors.ts'
import { CONTACT_MAX, FACTORIES_MAX } from '../../limits.ts'
import { registrationSchema } from '../../registration.ts'
import { defineRoute } from '../../route.ts'
import { LOGO_BODY_MAX_BYTES, logoBodySchema, logoSchema } from '../../schemas/logo.ts'
import { instanceNameSchema } from '../setup.ts'

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

export const getSettings = defineRoute({
  method: 'GET',
  path: '/api/admin/settings',
  caller: 'session',
  permission: 'settings.read',
  body: z.undefined(),
  answer: settingsSchema,
  status: 200,
  errors: adminErrors,
})

const changeErrors = [
  ...adminErrors,
  'step_up_required',
  'wallet_too_new',
  'version_conflict',
  'precondition_required',
] as const

export const updateSettings = defineRoute({
  method: 'PATCH',
  path: '/api/admin/settings',
  caller: 'session',
  permission: 'settings.write',
  stepUp: { action: 'factories.write', fields: ['factories'], otherwise: 'admin' },
  versioned: true,
  body: z.partial(z.strictObject(fields)),
  answer: settingsSchema,
  status: 200,
  errors: [...changeErrors, 'setting_invalid'],
})

export const updateLogo = defineRoute({
  method: 'PUT',
  path: '/api/admin/settings/logo',
  caller: 'session',
  permission: 'settings.write',
  stepUp: 'admin',
  versioned: true,
  body: logoBodySchema,
  answer: settingsSchema,
  status: 200,
  errors: [...changeErrors, 'logo_invalid'],
  maxBody: LOGO_BODY_MAX_BYTES,
})
