/** The token of a challenge: its fields, and their HMAC. */

import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { challengeSchema } from '@countersign/contract/schemas/challenge.ts'
import type { Context } from '../../context.ts'
import { equalBytes, hmacText } from '../../platform/crypto/keys.ts'

/** `browser` is the hash of the binding cookie, `holder` the session it was issued to. */
export type BoundChallenge = Challenge & { browser: string; holder: string | null }

type Content = Omit<BoundChallenge, 'token'>
type HasKeys = Pick<Context, 'keys'>

export function writeToken({ keys }: HasKeys, content: Content): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${payload}.${hmacText(keys.challenge, payload)}`
}

/** Undefined unless this server issued it. */
export function readToken({ keys }: HasKeys, token: string): BoundChallenge | undefined {
  const end = token.lastIndexOf('.')
  if (end <= 0 || end === token.length - 1) return undefined
  const payload = token.slice(0, end)
  const expected = hmacText(keys.challenge, payload)
  if (!equalBytes(Buffer.from(token.slice(end + 1)), Buffer.from(expected))) return undefined
  return readPayload(payload, token)
}

function readPayload(payload: string, token: string): BoundChallenge | undefined {
  const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const { browser, holder, ...fields } = content as Record<string, unknown> // an object, since this server wrote it
  const read = challengeSchema.safeParse({ ...fields, token })
  const bound = typeof browser === 'string' && (holder === null || typeof holder === 'string')
  return read.success && bound ? { ...read.data, browser, holder } : undefined
}
