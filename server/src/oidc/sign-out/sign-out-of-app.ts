import { AppError } from '@countersign/contract/errors.ts'
import { findAppForChange } from '../../apps/app.store.ts'
import { type By, tellOfApp } from '../../apps/change-app.ts'
import type { Context } from '../../context.ts'
import { endTokensOfApp } from '../tokens/app-token.store.ts'

/** For an app whose secret or database may be known to others: everybody signs in to it anew. */
export function signOutOfApp(context: Context, by: By, id: string): Promise<{ ended: number }> {
  return context.store.transaction(async (queries) => {
    const app = await findAppForChange(queries, id)
    if (!app) throw new AppError('not_found')
    const ended = await endTokensOfApp(queries, id, context.now())
    await tellOfApp(context, queries, { kind: 'app.signed_out', by, app, ended })
    return { ended }
  })
}
