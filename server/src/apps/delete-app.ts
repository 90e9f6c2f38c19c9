import type { Context } from '../context.ts'
import { removeAsset } from '../platform/store/asset.ts'
import { markAppDeleted } from './app.store.ts'
import { lockApp } from './app.ts'
import { type Changing, recordAppChange } from './change-app.ts'
import { removeGrantsOfApp } from './grants/grant.store.ts'
import { removeTokensOfApp } from './grants/token.store.ts'
import { removeKeyUsesOf } from './key-use.store.ts'
import { removeSecretsOf } from './secret.store.ts'
import { removeTestKeysOf } from './test-credential.store.ts'

/** Removes its grants, tokens, credentials and logo. The client id stays reserved. */
export function deleteApp(context: Context, by: Changing, id: string): Promise<void> {
  return context.store.transaction(async (queries) => {
    // Grants before the app: the lock order of a person who ends a grant.
    await removeGrantsOfApp(queries, id)
    const app = await lockApp(queries, id, by.version)
    // Again, for grants given before the lock was taken.
    await removeGrantsOfApp(queries, id)
    await markAppDeleted(queries, id, context.now())
    await removeTokensOfApp(queries, id)
    await removeSecretsOf(queries, id)
    await removeTestKeysOf(queries, id)
    await removeKeyUsesOf(queries, id)
    if (app.logoId !== null) await removeAsset(queries, app.logoId)
    await recordAppChange(context, queries, { kind: 'app.deleted', by, app })
  })
}
