import { AppError } from '@countersign/contract/error/errors.ts'
import { SECRETS_PER_APP } from '@countersign/contract/limits/app-limits.ts'
import type { AppSecret } from '@countersign/contract/routes/admin/app.ts'
import type { Context } from '../context.ts'
import { type AppRecord, lockApp, presentSecret } from './app.ts'
import { type AppActor, recordAppChange } from './change-app.ts'
import { findSecrets, insertSecret, removeSecret } from './secret.store.ts'
import { isValid, newSecret, usesSecret } from './secret.ts'

const DAY_MS = 86_400_000

/** The secret is returned only here. Expired ones are removed to make room. */
export function addSecret(
  context: Context,
  by: AppActor,
  { appId, days }: { appId: string; days?: number | undefined },
): Promise<{ secret: string; item: AppSecret }> {
  const now = context.now()
  return by.transaction(async (queries) => {
    const app = await lockApp(queries, appId)
    if (!usesSecret(app)) throw new AppError('secret_limit', { detail: whyNoSecret(app) })
    const secrets = await findSecrets(queries, appId)
    const expired = secrets.filter((old) => !isValid(old, now))
    if (secrets.length - expired.length >= SECRETS_PER_APP) throw new AppError('secret_limit')
    for (const { id } of expired) await removeSecret(queries, { id, appId })
    const { secret, record } = newSecret(context, appId, days === undefined ? null : now + days * DAY_MS)
    await insertSecret(queries, record)
    await recordAppChange(context, queries, { kind: 'app.secret_added', by, app, data: { secret: record.id } })
    return { secret, item: presentSecret(record) }
  })
}

function whyNoSecret({ authMethod }: AppRecord): string {
  return authMethod === 'none'
    ? 'An app on people’s own devices cannot keep a secret.'
    : 'This app authenticates with a private key.'
}

export function deleteSecret(
  context: Context,
  by: AppActor,
  { appId, id }: { appId: string; id: string },
): Promise<void> {
  return by.transaction(async (queries) => {
    const app = await lockApp(queries, appId)
    const secrets = await findSecrets(queries, appId)
    if (!secrets.some((secret) => secret.id === id)) throw new AppError('not_found')
    if (!secrets.some((secret) => secret.id !== id && isValid(secret, context.now()))) throw new AppError('last_secret')
    await removeSecret(queries, { id, appId })
    await recordAppChange(context, queries, { kind: 'app.secret_removed', by, app, data: { secret: id } })
  })
}
