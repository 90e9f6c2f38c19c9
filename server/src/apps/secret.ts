import { APP_SECRET_BYTES } from '@countersign/contract/limits/app-limits.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import { newId, newToken } from '../platform/crypto/id.ts'
import { findCachedSecret, findSecretExpiries, markSecretUsed, type SecretRecord } from './secret.store.ts'

export const RECORD_USE_EVERY_MS = 60_000

/** A plain hash suffices for 256 random bits. */
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
      isTest: false,
    },
  }
}

export function usesSecret({ authMethod }: Pick<App, 'authMethod'>): boolean {
  return authMethod === 'client_secret_basic' || authMethod === 'client_secret_post'
}

export async function verifySecret(context: Context, appId: string, given: string): Promise<boolean> {
  const now = context.now()
  const found = await findCachedSecret(context.store, appId, sha256(given))
  if (!found || !isValid(found, now)) return false
  if (now - (found.lastUsedAt ?? 0) > RECORD_USE_EVERY_MS)
    context.background.run('record the use of an app secret', () =>
      markSecretUsed(context.store, { id: found.id, now, before: now - RECORD_USE_EVERY_MS }),
    )
  return true
}

export function isValid({ expiresAt }: SecretRecord, now: number): boolean {
  return expiresAt === null || expiresAt > now
}

/** When the last secret of each active app expires that authenticates with one: 0 without any, null for never. */
export const listSecretExpiries = findSecretExpiries
