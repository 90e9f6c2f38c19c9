/**
 * Of an app's secrets we have only hashes, so a test that speaks for the app gets one of its own. It is known to this
 * process alone, kept nowhere, and good for as long as the one call takes.
 */

import { APP_SECRET_BYTES } from '@countersign/contract/limits/app-limits.ts'
import type { Context } from '../../context.ts'
import { newToken } from '../../platform/crypto/id.ts'

const lent = new WeakMap<Context, Map<string, string>>()

export async function withLentSecret<T>(
  context: Context,
  appId: string,
  work: (secret: string) => Promise<T>,
): Promise<T> {
  const secrets = lent.get(context) ?? new Map<string, string>()
  lent.set(context, secrets)
  const secret = newToken(context, APP_SECRET_BYTES)
  secrets.set(secret, appId)
  try {
    return await work(secret)
  } finally {
    secrets.delete(secret)
  }
}

export function isLent(context: Context, appId: string, given: string): boolean {
  return lent.get(context)?.get(given) === appId
}
