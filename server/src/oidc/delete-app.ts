import { removeRequestsFor } from '../accounts/access-request/access-request.ts'
import { markAppDeleted } from '../apps/app.store.ts'
import { type Changing, holdApp, tellOfApp } from '../apps/change-app.ts'
import { removeGrantsOfApp } from '../apps/grants/grant.store.ts'
import { removeKeyUsesOf } from '../apps/key-use.store.ts'
import { removeSecretsOf } from '../apps/secret.store.ts'
import type { Context } from '../context.ts'
import { removeAsset } from '../platform/store/asset.ts'
import { removeTokensOfApp } from './tokens/app-token.store.ts'

/** Ends what people allowed it, its tokens, its secrets and its logo. Its client id stays taken. */
export function deleteApp(context: Context, by: Changing, id: string): Promise<void> {
  return context.store.transaction(async (queries) => {
    // Grants before the app, as a person who ends one takes them: nobody waits for the other.
    await removeGrantsOfApp(queries, id)
    const app = await holdApp(queries, id, by.version)
    // Those too that were given until now: from here on nobody gives one.
    await removeGrantsOfApp(queries, id)
    await markAppDeleted(queries, id, context.now())
    await removeTokensOfApp(queries, id)
    await removeSecretsOf(queries, id)
    await removeKeyUsesOf(queries, id)
    await removeRequestsFor(queries, id)
    if (app.logoId !== null) await removeAsset(queries, app.logoId)
    await tellOfApp(context, queries, { kind: 'app.deleted', by, app })
  })
}
