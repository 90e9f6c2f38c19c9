import { timingSafeEqual } from 'node:crypto'
import { FORWARD_AUTH_CHECK } from '@countersign/contract/endpoints.ts'
import { hmac, type Keys } from '../platform/crypto/keys.ts'

const SECRET_LENGTH = 32

/** In constant time. */
export function isCheckPath(keys: Keys, salt: string, path: string): boolean {
  const expected = expectedPath(keys, salt)
  if (path.length !== expected.length) return false
  given.write(path, 'latin1')
  return timingSafeEqual(given, expected)
}

/** Reused, since a proxy sends a check with every request. */
const given = Buffer.alloc(FORWARD_AUTH_CHECK.length + SECRET_LENGTH)

/** Secret: a proxy that also forwards our public origin would otherwise let anyone send a check with forged headers. */
export function checkPath(keys: Keys, salt: string): string {
  return expectedPath(keys, salt).toString()
}

function expectedPath(keys: Keys, salt: string): Buffer {
  const cached = paths.get(keys)
  if (cached?.salt === salt) return cached.path
  const secret = hmac(keys.host, `check path ${salt}`).toString('base64url').slice(0, SECRET_LENGTH)
  const path = Buffer.from(`${FORWARD_AUTH_CHECK}${secret}`)
  paths.set(keys, { salt, path })
  return path
}

const paths = new WeakMap<Keys, { salt: string; path: Buffer }>()
