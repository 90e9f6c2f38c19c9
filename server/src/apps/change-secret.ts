/** Secrets are added and taken away one by one, so that an app is never without a working one. */

import { AppError } from '@countersign/contract/errors.ts'
import { SECRETS_PER_APP } from '@countersign/contract/limits/app-limits.ts'
import type { AppSecret } from '@countersign/contract/routes/admin/app.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { type AppRecord, findAppForChange } from './app.store.ts'
import { presentSecret } from './app.ts'
import { type By, tellOfApp } from './change-app.ts'
import { findSecrets, insertSecret, removeSecret } from './secret.store.ts'
import { holds, newSecret, usesSecret } from './secret.ts'

const DAY_MS = 86_400_000

/** The secret is in this answer and nowhere else. */
export function addSecret(
  context: Context,
  by: By,
  { appId, days }: { appId: string; days?: number | undefined },
): Promise<{ secret: string; item: AppSecret }> {
  const now = context.now()
  return context.store.transaction(async (queries) => {
    const app = await hold(queries, appId)
    if (!usesSecret(app)) throw new AppError('secret_limit', { detail: whyNone(app) })
    const held = await findSecrets(queries, appId)
    const over = held.filter((old) => !holds(old, now))
    if (held.length - over.length >= SECRETS_PER_APP) throw new AppError('secret_limit')
    for (const { id } of over) await removeSecret(queries, { id, appId })
    const { secret, record } = newSecret(context, appId, days === undefined ? null : now + days * DAY_MS)
    await insertSecret(queries, record)
    await tellOfApp(context, queries, { kind: 'app.secret_added', by, app, secretId: record.id })
    return { secret, item: presentSecret(record) }
  })
}

function whyNone({ authMethod }: AppRecord): string {
  return authMethod === 'none'
    ? 'An app on people’s own devices cannot keep a secret.'
    : 'This app proves itself with a key of its own.'
}

export function takeSecretAway(context: Context, by: By, { appId, id }: { appId: string; id: string }): Promise<void> {
  return context.store.transaction(async (queries) => {
    const app = await hold(queries, appId)
    const secrets = await findSecrets(queries, appId)
    if (!secrets.some((secret) => secret.id === id)) throw new AppError('not_found')
    const left = secrets.filter((secret) => secret.id !== id && holds(secret, context.now()))
    if (left.length === 0) throw new AppError('last_secret')
    await removeSecret(queries, { id, appId })
    await tellOfApp(context, queries, { kind: 'app.secret_removed', by, app, secretId: id })
  })
}

async function hold(queries: Queries, id: string): Promise<AppRecord> {
  const app = await findAppForChange(queries, id)
  if (!app) throw new AppError('not_found')
  return app
}
