import { timingSafeEqual } from 'node:crypto'
import { FORWARD_AUTH_CHECK } from '@countersign/contract/endpoints.ts'
import type { Context } from '../context.ts'
import { hmac, type Keys } from '../platform/crypto/keys.ts'

/** In constant time. */
export function isCheckPath(context: Pick<Context, 'keys'>, path: string): boolean {
  const expected = expectedPath(context)
  return path.length === expected.length && timingSafeEqual(Buffer.from(path, 'latin1'), expected)
}

/** Secret: a proxy that also forwards our public origin would otherwise let anyone send a check with forged headers. */
export function checkPath(context: Pick<Context, 'keys'>): string {
  return expectedPath(context).toString()
}

function expectedPath({ keys }: Pick<Context, 'keys'>): Buffer {
  const cached = paths.get(keys)
  if (cached !== undefined) return cached
  const secret = hmac(keys.host, 'check path').toString('base64url').slice(0, 32)
  const path = Buffer.from(`${FORWARD_AUTH_CHECK}${secret}`)
  paths.set(keys, path)
  return path
}

const paths = new WeakMap<Keys, Buffer>()
