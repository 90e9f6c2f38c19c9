/** An ID token as an app must check it before it believes it (OpenID Connect Core 3.1.3.7). */

import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { AppRecord } from '../../apps/app.store.ts'

export type Asked = { issuer: string; app: Pick<AppRecord, 'idTokenAlg' | 'clientId'>; nonce: string; now: number }
type Claims = Record<string, unknown>

/** The problem is the name of what does not fit. */
export function readIdToken(token: string, jwks: Claims, asked: Asked): { problem: string | null; claims: Claims } {
  const [head = '', body = '', signature = ''] = token.split('.')
  const header = readPart(head)
  const claims = readPart(body)
  const key = (Array.isArray(jwks.keys) ? jwks.keys : []).find(({ kid }) => kid === header.kid)
  return { claims, problem: problemOf() }

  function problemOf(): string | null {
    if (header.alg !== asked.app.idTokenAlg) return 'alg'
    if (!key) return 'kid'
    if (!isSignedBy(key, `${head}.${body}`, signature)) return 'signature'
    if (claims.iss !== asked.issuer) return 'iss'
    if (claims.aud !== asked.app.clientId) return 'aud'
    if (claims.nonce !== asked.nonce) return 'nonce'
    return Number(claims.exp) * 1000 > asked.now ? null : 'exp'
  }
}

/** Userinfo about somebody else than the token is an answer mixed up. */
export function problemIn(userinfo: Claims, idToken: Claims): string | null {
  return userinfo.sub === idToken.sub ? null : 'sub'
}

function isSignedBy(jwk: JsonWebKey, signed: string, signature: string): boolean {
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}

function readPart(part: string): Claims {
  try {
    return { ...JSON.parse(Buffer.from(part, 'base64url').toString()) }
  } catch {
    return {}
  }
}
