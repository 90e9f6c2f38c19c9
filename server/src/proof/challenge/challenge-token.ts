import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { challengeSchema } from '@countersign/contract/schemas/challenge.ts'
import type { Context } from '../../context.ts'
import { equalBytes, hmac } from '../../platform/crypto/keys.ts'

/** With the browser and the session it is bound to. */
export type BoundChallenge = Challenge & { browser: string; holder: string | null }

export function writeToken(context: Context, content: Omit<BoundChallenge, 'token'>): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${payload}.${hmac(context.keys.challenge, payload).toString('base64url')}`
}

/** Undefined unless this server issued it. */
export function readToken(context: Context, token: string): BoundChallenge | undefined {
  const [payload, mac, ...rest] = token.split('.')
  if (!payload || !mac || rest.length > 0) return undefined
  const expected = hmac(context.keys.challenge, payload).toString('base64url')
  if (!equalBytes(Buffer.from(mac), Buffer.from(expected))) return undefined
  const { browser, holder, ...fields } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const read = challengeSchema.safeParse({ ...fields, token })
  const bound = typeof browser === 'string' && (holder === null || typeof holder === 'string')
  return read.success && bound ? { ...read.data, browser, holder } : undefined
}
