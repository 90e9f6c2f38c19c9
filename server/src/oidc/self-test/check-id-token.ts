/** Validates an ID token as an app must (OpenID Connect Core 3.1.3.7). */

import type { JSONWebKeySet } from 'jose'

type Claims = Record<string, unknown>
export type Expected = { issuer: string; clientId: string; alg: string; nonce: string; now: number }

export async function checkIdToken(
  token: string,
  jwks: object,
  { issuer, clientId, alg, nonce, now }: Expected,
): Promise<{ problem: string | null; claims: Claims }> {
  const { createLocalJWKSet, decodeJwt, errors, jwtVerify } = await import('jose')
  try {
    const keys = createLocalJWKSet(jwks as JSONWebKeySet) // validated by jose
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [alg],
      issuer,
      audience: clientId,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    })
    return { claims: payload, problem: payload.nonce === nonce ? null : 'nonce' }
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    const problem = 'claim' in error ? String(error.claim) : (PROBLEMS[error.code] ?? 'format')
    return { claims: problem === 'format' ? {} : decodeJwt(token), problem }
  }
}

const PROBLEMS: Record<string, string> = {
  ERR_JOSE_ALG_NOT_ALLOWED: 'alg',
  ERR_JWKS_INVALID: 'kid',
  ERR_JWKS_NO_MATCHING_KEY: 'kid',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature',
}
