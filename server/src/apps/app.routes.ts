import {
  createApp as createAppRoute,
  createSecret as createSecretRoute,
  deleteSecret as deleteSecretRoute,
  getApp as getAppRoute,
  listApps as listAppsRoute,
  updateAppLogo,
  updateApp as updateAppRoute,
} from '@countersign/contract/routes/admin/app.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { getApp, listApps } from './app.ts'
import { type Changing, changeApp, changeAppLogo, createApp } from './change-app.ts'
import { addSecret, deleteSecret } from './change-secret.ts'

/** `onAdded` lets the OIDC provider load before the new app sends its first request. */
export const appRoutes = (context: Context, authorize: Authorize<SessionRecord>, onAdded: () => void) => [
  authorize(listAppsRoute, () => listApps(context)),

  authorize(getAppRoute, ({ params }) => getApp(context, params.id)),

  authorize(createAppRoute, async (call) => {
    const created = await createApp(context, changing(call), call.body)
    onAdded()
    return created
  }),

  authorize(updateAppRoute, (call) => changeApp(context, changing(call), { id: call.params.id, change: call.body })),

  authorize(updateAppLogo, (call) =>
    changeAppLogo(context, changing(call), { id: call.params.id, image: call.body.image }),
  ),

  authorize(createSecretRoute, (call) =>
    addSecret(context, changing(call), { appId: call.params.id, days: call.body?.days }),
  ),

  authorize(deleteSecretRoute, async (call) => {
    await deleteSecret(context, changing(call), { appId: call.params.id, id: call.params.secretId })
    return undefined
  }),
]

function changing(call: { exchange: Exchange; session: SessionRecord; version: number }): Changing {
  const { exchange, session, version } = call
  return { actorId: session.person.id, sessionId: session.id, source: exchange.source, version }
}
