import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './id.ts'
import { displayNameSchema } from './name.ts'

export const roleSchema = z.enum(['member', 'auditor', 'admin', 'owner'])
export type Role = z.infer<typeof roleSchema>

/** A person and what they are called. */
export const namedPersonFields = {
  id: idSchema('per'),
  displayName: z.nullable(z.string()),
  /** The main wallet; EIP-55 for Ethereum, null once deleted. */
  address: z.nullable(z.string()),
  /** Its verified primary ENS name. */
  ens: z.nullable(z.string()),
}

/** The signed-in person. */
export const meSchema = z.strictObject({
  id: idSchema('per'),
  displayName: z.nullable(z.string()),
  role: roleSchema,
})
export type Me = z.infer<typeof meSchema>

export const personStatusSchema = z.enum(['active', 'suspended', 'deleting', 'deleted'])
export type PersonStatus = z.infer<typeof personStatusSchema>

export const themeSchema = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof themeSchema>

export const localeSchema = z.enum(['en'])
export type Locale = z.infer<typeof localeSchema>

/** A person's own profile. Null settings follow the browser. */
export const profileSchema = z.strictObject({
  id: idSchema('per'),
  displayName: z.nullable(z.string()),
  role: roleSchema,
  locale: z.nullable(localeSchema),
  theme: z.nullable(themeSchema),
  timeZone: z.nullable(z.string()),
  walletCount: z.number(),
  recoveryCodesLeft: z.number(),
  createdAt: timestampSchema,
  version: z.number(),
})
export type Profile = z.infer<typeof profileSchema>

export const getProfile = { answer: profileSchema }

export const updateProfile = {
  body: z.strictObject({
    displayName: z.optional(z.nullable(displayNameSchema)),
    locale: z.optional(z.nullable(localeSchema)),
    theme: z.optional(z.nullable(themeSchema)),
    timeZone: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  }),
  answer: profileSchema,
}

export const exportData = { answer: z.record(z.string(), z.unknown()) }

export const startDeletion = {
  body: z.strictObject({ phrase: z.string().check(z.maxLength(100)) }),
  answer: z.strictObject({ deleteAfter: timestampSchema }),
}
