import { FORWARD_AUTH_CHECK } from '@countersign/contract/endpoints.ts'
import type { Context } from '../context.ts'
import { authenticate, type Keys } from '../platform/crypto/keys.ts'

export const CHECK_PREFIX = FORWARD_AUTH_CHECK

/**
 * Where proxies ask, and nobody else can: a proxy that also passes the public address on would otherwise let everybody
 * ask in its name, with headers of their own. The same as long as SECRET_KEY is.
 */
export function checkPath({ keys }: Pick<Context, 'keys'>): string {
  const known = paths.get(keys)
  if (known !== undefined) return known
  const made = `${CHECK_PREFIX}${authenticate(keys.host, 'check path').toString('base64url').slice(0, 32)}`
  paths.set(keys, made)
  return made
}

const paths = new WeakMap<Keys, string>()
