/** What an app proves itself with. Only a hash is kept: 256 random bits need no slow one. */

import { APP_SECRET_BYTES } from '@countersign/contract/limits/app-limits.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import { newId, newToken } from '../platform/crypto/id.ts'
import { findSecretByHash, markSecretUsed, type SecretRecord } from './secret.store.ts'

/** How often it is noted that something is in use. */
export const NOTE_EVERY_MS = 60_000

export function newSecret(
  context: Context,
  appId: string,
  expiresAt: number | null = null,
): { secret: string; record: SecretRecord } {
  const secret = newToken(context, APP_SECRET_BYTES)
  return {
    secret,
    record: {
      id: newId(context, 'sec'),
      appId,
      hash: sha256(secret),
      hint: secret.slice(-4),
      createdAt: context.now(),
      expiresAt,
      lastUsedAt: null,
    },
  }
}

/** What runs on a person's own device can keep none, and what signs with a key of its own needs none. */
export function usesSecret({ authMethod }: Pick<App, 'authMethod'>): boolean {
  return authMethod === 'client_secret_basic' || authMethod === 'client_secret_post'
}

/** Any of the app's secrets that still holds will do. */
export async function isSecretOf(context: Context, appId: string, given: string): Promise<boolean> {
  const now = context.now()
  const found = await findSecretByHash(context.store, { appId, hash: sha256(given) })
  if (!found || !holds(found, now)) return false
  if (now - (found.lastUsedAt ?? 0) > NOTE_EVERY_MS)
    context.background.run('note that a secret is in use', () =>
      markSecretUsed(context.store, found.id, { now, before: now - NOTE_EVERY_MS }),
    )
  return true
}

export function holds({ expiresAt }: SecretRecord, now: number): boolean {
  return expiresAt === null || expiresAt > now
}
