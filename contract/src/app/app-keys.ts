/** The public keys of an app for `private_key_jwt` (RFC 7517, RFC 7523). */

import { KEY_ID_MAX, KEY_SET_MAX, KEYS_PER_APP, RSA_BITS } from '../limits/app-limits.ts'

/** `Ed25519` (RFC 9864) is the newer name of `EdDSA` with that curve. */
export const proofAlgorithms = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA', 'Ed25519'] as const
export type ProofAlgorithm = (typeof proofAlgorithms)[number]

export type KeyProblem =
  | 'not_json'
  | 'too_long'
  | 'no_keys'
  | 'too_many_keys'
  | 'private_key'
  | 'key_type'
  | 'key_broken'
  | 'key_too_short'
  | 'key_too_long'
  | 'key_use'
  | 'key_algorithm'
  | 'key_id'
  | 'key_ids'

export type PublicKey = (
  | { kty: 'EC'; crv: 'P-256' | 'P-384'; x: string; y: string }
  | { kty: 'OKP'; crv: 'Ed25519'; x: string }
  | { kty: 'RSA'; n: string; e: string }
) & { kid?: string; alg?: ProofAlgorithm }

/** `at` is the index of the invalid key; null when the problem is not one key's. */
export type KeySetReading = { keys: PublicKey[] } | { problem: KeyProblem; at: number | null }

/** Accepts a JWK Set or one JWK. Members that are not needed to verify a signature are dropped. */
export function readKeySet(text: string): KeySetReading {
  if (text.length > KEY_SET_MAX) return { problem: 'too_long', at: null }
  if (/PRIVATE KEY/.test(text)) return { problem: 'private_key', at: null }
  const given = parseKeys(text)
  if (given === undefined) return { problem: 'not_json', at: null }
  // Reported before any other problem, because the key is compromised.
  const secret = given.findIndex(isPrivate)
  if (secret !== -1) return { problem: 'private_key', at: secret }
  if (given.length === 0) return { problem: 'no_keys', at: null }
  if (given.length > KEYS_PER_APP) return { problem: 'too_many_keys', at: null }
  const keys: PublicKey[] = []
  for (const [at, each] of given.entries()) {
    const key = readKey(each)
    if (typeof key === 'string') return { problem: key, at }
    keys.push(key)
  }
  return haveUniqueIds(keys) ? { keys } : { problem: 'key_ids', at: null }
}

export function algorithmsOf({ alg, ...key }: PublicKey): ProofAlgorithm[] {
  if (alg !== undefined) return [alg]
  if (key.kty === 'RSA') return ['RS256', 'PS256']
  return key.kty === 'OKP' ? ['EdDSA', 'Ed25519'] : [key.crv === 'P-256' ? 'ES256' : 'ES384']
}

export function bitsOf(number: string): number {
  const significant = bytesOf(number).replace(/^\0+/, '')
  return significant === '' ? 0 : significant.length * 8 + 24 - Math.clz32(significant.charCodeAt(0))
}

type Jwk = Record<string, unknown>

function parseKeys(text: string): Jwk[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return undefined
    const keys = 'kty' in value ? [value] : value.keys
    return Array.isArray(keys) && keys.every(isObject) ? keys : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Jwk {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** RFC 7518 6.2.2, 6.3.2 and 6.4.1, and `priv` of newer key types. */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

function isPrivate(given: Jwk): boolean {
  return given.kty === 'oct' || PRIVATE.some((part) => Object.hasOwn(given, part))
}

function readKey(given: Jwk): PublicKey | KeyProblem {
  const key = readMaterial(given)
  if (typeof key === 'string') return key
  const { use, key_ops: operations, alg, kid } = given
  if (use !== undefined && use !== 'sig') return 'key_use'
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify'))) return 'key_use'
  const algorithm = algorithmsOf(key).find((each) => each === alg)
  if (alg !== undefined && algorithm === undefined) return 'key_algorithm'
  if (kid !== undefined && !isKeyId(kid)) return 'key_id'
  return {
    ...key,
    ...(kid === undefined ? {} : { kid }),
    // For other types the curve determines the algorithm, which has two names for Ed25519.
    ...(key.kty === 'RSA' && algorithm !== undefined ? { alg: algorithm } : {}),
  }
}

function readMaterial({ kty, crv, x, y, n, e }: Jwk): PublicKey | KeyProblem {
  if (kty === 'RSA') return readRsa(n, e)
  if (kty === 'OKP' && crv === 'Ed25519') return isBase64url(x, 43) ? { kty, crv, x } : 'key_broken'
  if (kty !== 'EC' || (crv !== 'P-256' && crv !== 'P-384')) return 'key_type'
  const length = crv === 'P-256' ? 43 : 64
  return isBase64url(x, length) && isBase64url(y, length) ? { kty, crv, x, y } : 'key_broken'
}

function readRsa(n: unknown, e: unknown): PublicKey | KeyProblem {
  if (!isBase64url(n) || !isBase64url(e)) return 'key_broken'
  if (bitsOf(n) < RSA_BITS.least) return 'key_too_short'
  if (bitsOf(n) > RSA_BITS.most) return 'key_too_long'
  // With an exponent of 1, every message would be its own signature.
  const isSound = bitsOf(e) >= 2 && bitsOf(e) <= 32 && bytesOf(e).charCodeAt(bytesOf(e).length - 1) % 2 === 1
  return isSound ? { kty: 'RSA', n, e } : 'key_broken'
}

function isBase64url(value: unknown, length?: number): value is string {
  if (typeof value !== 'string' || !/^[A-Za-z0-9_-]+$/.test(value) || value.length % 4 === 1) return false
  return length === undefined || value.length === length
}

function bytesOf(number: string): string {
  return atob(number.replaceAll('-', '+').replaceAll('_', '/'))
}

function isKeyId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= KEY_ID_MAX && !/[\p{C}\p{Zl}\p{Zp}]/u.test(value)
}

function haveUniqueIds(keys: PublicKey[]): boolean {
  const names = keys.flatMap(({ kid }) => (kid === undefined ? [] : [kid]))
  return keys.length === 1 || new Set(names).size === keys.length
}
