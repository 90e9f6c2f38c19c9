/** Unlisted credentials for self-tests, valid for minutes. The secret or private key never leaves this process. */

import { TEST_CREDENTIAL_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { CryptoKey } from 'jose'
import type { Context } from '../context.ts'
import { newToken } from '../platform/crypto/id.ts'
import type { Queries } from '../platform/store/database.ts'
import type { AppRecord } from './app.ts'
import { type AppActor, recordAppChange } from './change-app.ts'
import * as store from './secret.store.ts'
import { newSecret, usesSecret } from './secret.ts'

export type TestCredential =
  | { type: 'none' }
  | { type: 'secret'; id: string; secret: string }
  | { type: 'key'; id: string; privateKey: CryptoKey }

const KEY_ID_BYTES = 16

/** Until `until`, a code for the app may be sent to our own page. */
export async function startTest(
  context: Context,
  queries: Queries,
  { by, app, until }: { by: AppActor; app: AppRecord; until: number },
): Promise<void> {
  await store.setTestUntil(queries, { appId: app.id, until })
  await recordAppChange(context, queries, { kind: 'app.tested', by, app })
}

export async function endTest(context: Context, appId: string): Promise<void> {
  await store.setTestUntil(context.store, { appId, until: 0 })
}

export async function withTestCredential<T>(
  context: Context,
  app: AppRecord,
  work: (credential: TestCredential) => Promise<T>,
): Promise<T> {
  const credential = await issueTestCredential(context, app)
  try {
    return await work(credential)
  } finally {
    if (credential.type === 'secret') await store.removeSecret(context.store, { id: credential.id, appId: app.id })
    if (credential.type === 'key') await store.removeTestKey(context.store, credential.id)
  }
}

export async function issueTestCredential(context: Context, app: AppRecord): Promise<TestCredential> {
  const expiresAt = context.now() + TEST_CREDENTIAL_TTL_MS
  if (usesSecret(app)) {
    const { secret, record } = newSecret(context, app.id, expiresAt)
    await store.insertSecret(context.store, { ...record, isTest: true })
    return { type: 'secret', id: record.id, secret }
  }
  if (app.authMethod === 'none') return { type: 'none' }
  const { exportJWK, generateKeyPair } = await import('jose')
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const id = newToken(context, KEY_ID_BYTES)
  await store.insertTestKey(context.store, {
    id,
    appId: app.id,
    jwk: JSON.stringify({ ...(await exportJWK(publicKey)), kid: id }),
    expiresAt,
  })
  return { type: 'key', id, privateKey }
}

/** A process that stops during a test leaves its credential behind. */
export const purgeTestCredentials = store.removeExpiredTestCredentials
