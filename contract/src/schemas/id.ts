import * as z from 'zod/mini'
import { ACCOUNT_FORM } from '../family/account.ts'

export type IdPrefix =
  | 'per'
  | 'wal'
  | 'chl'
  | 'ses'
  | 'dev'
  | 'evt'
  | 'inv'
  | 'ntc'
  | 'net'
  | 'app'
  | 'sec'
  | 'grt'
  | 'grp'
  | 'hst'
  | 'htk'
  | 'req'
  | 'lst'
  | 'vlt'
  | 'phr'

/** `<prefix>_<ULID>`: 26 Crockford characters, sortable by time. */
export function idSchema(prefix: IdPrefix) {
  return z.string().check(z.regex(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`)))
}

/** RFC 3339, UTC, milliseconds: the only form of a time in the API. */
export const timestampSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))

export const accountSchema = z.string().check(z.regex(ACCOUNT_FORM))

/** 160 bits as base64url: the token of an invitation or recovery link. */
export const linkTokenSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{27}$/))
