import * as z from 'zod/mini'
import { signedInErrors } from '../errors.ts'
import { roleSchema } from '../me.ts'
import { displayNameSchema } from '../names/name.ts'
import { defineRoute } from '../route.ts'
import { idSchema, timestampSchema } from '../schemas/id.ts'

export const personStatusSchema = z.enum(['active', 'suspended', 'deleting', 'deleted'])
export type PersonStatus = z.infer<typeof personStatusSchema>

export const themeSchema = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof themeSchema>

/** Languages there are words for. */
export const localeSchema = z.enum(['en'])
export type Locale = z.infer<typeof localeSchema>

/** A person about themselves. Null settings follow the browser. */
export const profileSchema = z.strictObject({
  id: idSchema('per'),
  displayName: z.nullable(z.string()),
  role: roleSchema,
  locale: z.nullable(localeSchema),
  theme: z.nullable(themeSchema),
  timeZone: z.nullable(z.string()),
  walletCount: z.number(),
  recoveryCodesLeft: z.number(),
  /** A wallet younger than a day, or three after recovery, may not do everything yet. */
  createdAt: timestampSchema,
  version: z.number(),
})
export type Profile = z.infer<typeof profileSchema>

export const getProfile = defineRoute({
  method: 'GET',
  path: '/api/me',
  caller: 'session',
  body: z.undefined(),
  answer: profileSchema,
  status: 200,
  errors: signedInErrors,
})

export const updateProfile = defineRoute({
  method: 'PATCH',
  path: '/api/me',
  caller: 'session',
  versioned: true,
  body: z.strictObject({
    displayName: z.optional(z.nullable(displayNameSchema)),
    locale: z.optional(z.nullable(localeSchema)),
    theme: z.optional(z.nullable(themeSchema)),
    timeZone: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  }),
  answer: profileSchema,
  status: 200,
  errors: [...signedInErrors, 'version_conflict', 'precondition_required'],
})

/** Everything kept about a person, as one JSON file. */
export const exportData = defineRoute({
  method: 'POST',
  path: '/api/me/export',
  caller: 'session',
  stepUp: { action: 'data.export' },
  body: z.undefined(),
  answer: z.record(z.string(), z.unknown()),
  status: 200,
  errors: [...signedInErrors, 'step_up_required', 'wallet_too_new'],
})

/** The phrase is typed by the person: it is no accident. */
export const DELETION_PHRASE = 'delete my account'

export const startDeletion = defineRoute({
  method: 'POST',
  path: '/api/me/deletion',
  caller: 'session',
  stepUp: { action: 'account.delete' },
  body: z.strictObject({ phrase: z.string().check(z.maxLength(100)) }),
  answer: z.strictObject({ deleteAfter: timestampSchema }),
  status: 202,
  errors: [...signedInErrors, 'step_up_required', 'phrase_wrong', 'last_owner', 'wallet_too_new'],
})
