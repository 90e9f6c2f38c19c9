import type { Context } from '../../context.ts'
import { hmac } from '../../platform/crypto/keys.ts'

/** Derived from the rotated token, so that repeated uses return the same successor and no second branch. */
export function successorOf({ keys }: Pick<Context, 'keys'>, token: string): string {
  return hmac(keys.refresh, token).toString('base64url')
}
