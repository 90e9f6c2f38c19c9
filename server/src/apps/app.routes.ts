import * as contract from '@countersign/contract/routes/admin/app.ts'
import { endGrant, listGrants } from '@countersign/contract/routes/grant.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { getApp, listApps } from './app.ts'
import { changeApp, changeAppLogo, createApp, deleteApp, signOutOfApp } from './change-app.ts'
import { addSecret, deleteSecret } from './change-secret.ts'
import { endOwnGrant, listOwnGrants } from './grants/grant.ts'

/** `onAdded` lets the OIDC provider load before the new app sends its first request. */
export const appRoutes = (context: Context, authorize: Authorize<SessionRecord>, onAdded: () => void) => [
  authorize(contract.listApps, () => listApps(context)),

  authorize(contract.getApp, ({ params }) => getApp(context, params.id)),

  authorize(contract.createApp, async ({ actor, body }) => {
    const created = await createApp(context, actor, body)
    onAdded()
    return created
  }),

  authorize(contract.updateApp, ({ actor, params, body }) =>
    changeApp(context, actor, { id: params.id, change: body }),
  ),

  authorize(contract.updateAppLogo, ({ actor, params, body }) =>
    changeAppLogo(context, actor, { id: params.id, image: body.image }),
  ),

  authorize(contract.deleteApp, ({ actor, params }) => deleteApp(context, actor, params.id)),

  authorize(contract.signOutOfApp, ({ actor, params }) => signOutOfApp(context, actor, params.id)),

  authorize(contract.createSecret, ({ actor, params, body }) =>
    addSecret(context, actor, { appId: params.id, days: body?.days }),
  ),

  authorize(contract.deleteSecret, ({ actor, params }) =>
    deleteSecret(context, actor, { appId: params.id, id: params.secretId }),
  ),

  authorize(listGrants, ({ session }) => listOwnGrants(context, session.person.id)),

  authorize(endGrant, ({ actor, params }) => endOwnGrant(context, actor, params.id)),
]
