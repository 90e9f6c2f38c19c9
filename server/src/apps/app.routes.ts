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
import type { SessionRecord } from '../session/session-record.ts'
import { getApp, listApps } from './app.ts'
import { changeApp, createApp } from './change-app.ts'
import { changeAppLogo } from './change-logo.ts'
import { addSecret, takeSecretAway } from './change-secret.ts'

/** `onAdded`: whoever serves apps may get ready, since the new one will ask soon. */
export const appRoutes = (context: Context, authorize: Authorize<SessionRecord>, onAdded: () => void) => [
  authorize(listAppsRoute, () => listApps(context)),

  authorize(getAppRoute, ({ params }) => getApp(context, params.id)),

  authorize(createAppRoute, async (call) => {
    const created = await createApp(context, { ...call.actor, version: call.version }, call.body)
    onAdded()
    return created
  }),

  authorize(updateAppRoute, (call) =>
    changeApp(context, { ...call.actor, version: call.version }, { id: call.params.id, change: call.body }),
  ),

  authorize(updateAppLogo, (call) =>
    changeAppLogo(context, { ...call.actor, version: call.version }, { id: call.params.id, image: call.body.image }),
  ),

  authorize(createSecretRoute, (call) =>
    addSecret(context, call.actor, { appId: call.params.id, days: call.body?.days }),
  ),

  authorize(deleteSecretRoute, (call) =>
    takeSecretAway(context, call.actor, { appId: call.params.id, id: call.params.secretId }),
  ),
]
