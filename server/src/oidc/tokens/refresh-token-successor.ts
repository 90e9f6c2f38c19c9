import type { Context } from '../../context.ts'
import { authenticate } from '../../platform/crypto/keys.ts'

/** The refresh token that follows another: however often that one is used, there is one, and so no second branch. */
export function successorOf({ keys }: Pick<Context, 'keys'>, token: string): string {
  return authenticate(keys.refresh, token).toString('base64url')
}
