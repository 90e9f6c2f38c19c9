import type { Context } from '../context.ts'
import { lockApp } from './app.ts'
import { type Actor, recordAppChange } from './change-app.ts'
import { revokeTokensOfApp } from './grants/token.store.ts'

/** For an app whose secret or database leaked: everyone has to sign in to it again. */
export function signOutOfApp(context: Context, by: Actor, id: string): Promise<{ ended: number }> {
  return context.store.transaction(async (queries) => {
    const app = await lockApp(queries, id)
    const ended = await revokeTokensOfApp(queries, id, context.now())
    await recordAppChange(context, queries, { kind: 'app.signed_out', by, app, data: { ended } })
    return { ended }
  })
}
