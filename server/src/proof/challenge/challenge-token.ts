/** The token of a challenge: its fields as JSON, and their HMAC. */

import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { challengeSchema } from '@countersign/contract/schemas/challenge.ts'
import type { Context } from '../../context.ts'
import { equalBytes, hmacText } from '../../platform/crypto/keys.ts'

/** `browser` is the hash of the binding cookie, `holder` the session it was issued to. */
export type BoundChallenge = Challenge & { browser: string; holder: string | null }

export function writeToken(context: Context, content: Omit<BoundChallenge, 'token'>): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${payload}.${hmacText(context.keys.challenge, payload)}`
}

/** Undefined unless this server issued it. */
export function readToken(context: Context, token: string): BoundChallenge | undefined {
  const end = token.indexOf('.')
  if (end <= 0 || end === token.length - 1) return undefined
  const payload = token.slice(0, end)
  const expected = hmacText(context.keys.challenge, payload)
  if (!equalBytes(Buffer.from(token.slice(end + 1)), Buffer.from(expected))) return undefined
  const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return isSignInChallenge(content) ? { ...content, token } : parseContent(content, token)
}

function parseContent(content: unknown, token: string): BoundChallenge | undefined {
  const { browser, holder, ...fields } = content as Record<string, unknown> // an object, since this server wrote it
  const read = challengeSchema.safeParse({ ...fields, token })
  const bound = typeof browser === 'string' && (holder === null || typeof holder === 'string')
  return read.success && bound ? { ...read.data, browser, holder } : undefined
}

const ID = /^chl_[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const FIELDS = 11

/** What most tokens contain, checked without the schema, which takes longer. The tests compare both. */
export function isSignInChallenge(content: unknown): content is Omit<BoundChallenge, 'token'> {
  const fields = content as Partial<BoundChallenge> // each is checked
  return (
    fields.purpose === 'sign_in' &&
    Object.keys(fields).length === FIELDS &&
    typeof fields.id === 'string' &&
    ID.test(fields.id) &&
    typeof fields.nonce === 'string' &&
    typeof fields.domain === 'string' &&
    typeof fields.uri === 'string' &&
    typeof fields.statement === 'string' &&
    typeof fields.issuedAt === 'string' &&
    TIME.test(fields.issuedAt) &&
    typeof fields.expiresAt === 'string' &&
    TIME.test(fields.expiresAt) &&
    fields.boundTo === null &&
    typeof fields.browser === 'string' &&
    fields.holder === null
  )
}
