import { timingSafeEqual } from 'node:crypto'
import { FORWARD_AUTH_CHECK } from '@countersign/contract/endpoints.ts'
import type { Context } from '../context.ts'
import { hmac, type Keys } from '../platform/crypto/keys.ts'

const SECRET_LENGTH = 32

/** In constant time. */
export function isCheckPath(context: Pick<Context, 'keys'>, path: string): boolean {
  const expected = expectedPath(context)
  if (path.length !== expected.length) return false
  given.write(path, 'latin1')
  return timingSafeEqual(given, expected)
}

/** Reused, since a proxy sends a check with every request. */
const given = Buffer.alloc(FORWARD_AUTH_CHECK.length + SECRET_LENGTH)

/** Secret: a proxy that also forwards our public origin would otherwise let anyone send a check with forged headers. */
export function checkPath(context: Pick<Context, 'keys'>): string {
  return expectedPath(context).toString()
}

function expectedPath({ keys }: Pick<Context, 'keys'>): Buffer {
  const cached = paths.get(keys)
  if (cached !== undefined) return cached
  const secret = hmac(keys.host, 'check path').toString('base64url').slice(0, SECRET_LENGTH)
  const path = Buffer.from(`${FORWARD_AUTH_CHECK}${secret}`)
  paths.set(keys, path)
  return path
}

const paths = new WeakMap<Keys, Buffer>()
