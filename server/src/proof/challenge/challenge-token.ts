/** The token of a challenge: its fields, and their HMAC. */

import { NONCE_LENGTH } from '@countersign/contract/limits.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { challengeSchema } from '@countersign/contract/schemas/challenge.ts'
import type { Context } from '../../context.ts'
import { equalBytes, hmacText } from '../../platform/crypto/keys.ts'

/** `browser` is the hash of the binding cookie, `holder` the session it was issued to. */
export type BoundChallenge = Challenge & { browser: string; holder: string | null }

type Content = Omit<BoundChallenge, 'token'>
type HasKeys = Pick<Context, 'keys'>

export function writeToken({ keys }: HasKeys, content: Content): string {
  const payload = writeSignIn(content) ?? Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${payload}.${hmacText(keys.challenge, payload)}`
}

/** Undefined unless this server issued it. */
export function readToken({ keys }: HasKeys, token: string): BoundChallenge | undefined {
  // A domain has dots, too.
  const end = token.lastIndexOf('.')
  if (end <= 0 || end === token.length - 1) return undefined
  const payload = token.slice(0, end)
  const expected = hmacText(keys.challenge, payload)
  if (!equalBytes(Buffer.from(token.slice(end + 1)), Buffer.from(expected))) return undefined
  return payload.startsWith(SIGN_IN) ? readSignIn(payload, token) : readJson(payload, token)
}

/** Not in base64url. */
const SIGN_IN = 'sign_in '
const ID = /^chl_[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Where each field of a sign-in starts, after a space. */
const ID_AT = SIGN_IN.length
const NONCE_AT = ID_AT + 'chl_01KA3B8Q00ABCDEFGHJKMNPQRS '.length
const ISSUED_AT = NONCE_AT + NONCE_LENGTH + 1
const EXPIRES_AT = ISSUED_AT + '2026-11-15T10:00:00.000Z '.length
const BROWSER_AT = EXPIRES_AT + '2026-11-15T10:10:00.000Z '.length
/** After a SHA-256 in base64url. */
const DOMAIN_AT = BROWSER_AT + 43 + 1

/** Text, because JSON in base64url costs both requests of a sign-in more time. Undefined for other challenges. */
function writeSignIn(content: Content): string | undefined {
  const { id, purpose, nonce, issuedAt, expiresAt, browser, domain, uri, statement, boundTo, holder, proofFor } =
    content
  if (purpose !== 'sign_in' || boundTo !== null || holder !== null || proofFor !== undefined) return undefined
  const start = `${SIGN_IN}${id} ${nonce} ${issuedAt} ${expiresAt} ${browser} `
  return start.length === DOMAIN_AT ? `${start}${domain} ${uri} ${statement}` : undefined
}

function readSignIn(payload: string, token: string): BoundChallenge | undefined {
  const uriAt = payload.indexOf(' ', DOMAIN_AT) + 1
  const statementAt = payload.indexOf(' ', uriAt) + 1
  if (uriAt === 0 || statementAt === 0) return undefined
  const challenge: BoundChallenge = {
    id: payload.slice(ID_AT, NONCE_AT - 1),
    token,
    purpose: 'sign_in',
    nonce: payload.slice(NONCE_AT, ISSUED_AT - 1),
    domain: payload.slice(DOMAIN_AT, uriAt - 1),
    uri: payload.slice(uriAt, statementAt - 1),
    statement: payload.slice(statementAt),
    issuedAt: payload.slice(ISSUED_AT, EXPIRES_AT - 1),
    expiresAt: payload.slice(EXPIRES_AT, BROWSER_AT - 1),
    boundTo: null,
    browser: payload.slice(BROWSER_AT, DOMAIN_AT - 1),
    holder: null,
  }
  return ID.test(challenge.id) && TIME.test(challenge.issuedAt) && TIME.test(challenge.expiresAt)
    ? challenge
    : undefined
}

function readJson(payload: string, token: string): BoundChallenge | undefined {
  const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const { browser, holder, ...fields } = content as Record<string, unknown> // an object, since this server wrote it
  const read = challengeSchema.safeParse({ ...fields, token })
  const bound = typeof browser === 'string' && (holder === null || typeof holder === 'string')
  return read.success && bound ? { ...read.data, browser, holder } : undefined
}
