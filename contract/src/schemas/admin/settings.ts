import * as z from 'zod/mini'
import { namespaces } from '../../family/family.ts'
import { GROUPS_PER_APP } from '../../limits/app-limits.ts'
import { CONTACT_MAX, FACTORIES_MAX } from '../../limits.ts'
import { idSchema } from '../id.ts'
import { logoBodySchema, logoSchema } from '../logo.ts'
import { instanceNameSchema } from '../name.ts'
import { registrationSchema } from '../setup.ts'

const milliseconds = z.number().check(z.refine(Number.isSafeInteger))

/** Settings that owners change in the browser; the others are environment variables. */
const fields = {
  name: instanceNameSchema,
  /** Email address or https link of the administrator. */
  contact: z.nullable(z.string().check(z.maxLength(CONTACT_MAX))),
  /** `#rrggbb`, readable on both themes; null for the default. */
  accent: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  registration: registrationSchema,
  /** People who meet the rule of one of these groups may sign up; only with `groups`. */
  registrationGroupIds: z.array(idSchema('grp')).check(z.maxLength(GROUPS_PER_APP)),
  sessionMaxMs: milliseconds,
  sessionIdleMs: milliseconds,
  sessionNotKeptMs: milliseconds,
  activityKeptMs: milliseconds,
  addressKeptMs: milliseconds,
  /** The chain families that may sign in, without repetition. */
  namespaces: z.array(z.enum(namespaces)).check(z.maxLength(namespaces.length)),
  /** Factories whose undeployed accounts may be verified (ERC-6492); lower-case. */
  factories: z.array(z.string().check(z.regex(/^0x[0-9a-f]{40}$/))).check(z.maxLength(FACTORIES_MAX)),
  /** Who may sign in on a computer with the wallet on their phone. `trusted`: on trusted devices only. */
  phoneSignIn: z.enum(['off', 'trusted', 'on']),
  /** Whether admins and owners may, too. */
  phoneSignInForAdmins: z.boolean(),
  /** Whether ENS names are resolved; this needs an Ethereum endpoint. */
  ens: z.boolean(),
}

export const settingsSchema = z.strictObject({ ...fields, logo: logoSchema, version: z.number() })
export type Settings = z.infer<typeof settingsSchema>

export const getSettings = { answer: settingsSchema }

export const updateSettings = { body: z.partial(z.strictObject(fields)), answer: settingsSchema }

export const updateLogo = { body: logoBodySchema, answer: settingsSchema }
