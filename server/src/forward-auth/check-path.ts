import { FORWARD_AUTH_CHECK } from '@countersign/contract/endpoints.ts'
import type { Context } from '../context.ts'
import { hmac, type Keys } from '../platform/crypto/keys.ts'

/** Secret: a proxy that also forwards our public origin would otherwise let anyone send a check with forged headers. */
export function checkPath({ keys }: Pick<Context, 'keys'>): string {
  const cached = paths.get(keys)
  if (cached !== undefined) return cached
  const path = `${FORWARD_AUTH_CHECK}${hmac(keys.host, 'check path').toString('base64url').slice(0, 32)}`
  paths.set(keys, path)
  return path
}

const paths = new WeakMap<Keys, string>()
