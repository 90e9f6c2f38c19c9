/** Routes of apps that need the OIDC provider or claims. */

import {
  deleteApp as deleteAppRoute,
  previewClaims as previewClaimsRoute,
} from '@countersign/contract/routes/admin/app.ts'
import { finishAppTest, testApp } from '@countersign/contract/routes/admin/app-test.ts'
import { signOutOfApp as signOutOfAppRoute } from '@countersign/contract/routes/admin/app-use.ts'
import { getGrant } from '@countersign/contract/routes/grant.ts'
import { authorizeRoute } from '../access/authorize-route.ts'
import { deleteApp } from '../apps/delete-app.ts'
import { signOutOfApp } from '../apps/sign-out-of-app.ts'
import type { Context } from '../context.ts'
import { placeOf } from '../session/browser-session.ts'
import type { Oidc } from './provider/provider.ts'
import { beginTest, finishTest } from './self-test/self-test.ts'
import { getGrantDetails } from './tokens/grant-details.ts'
import { previewClaims } from './tokens/preview-claims.ts'

export const appOidcRoutes = (context: Context, oidc: Oidc) => [
  authorizeRoute(context, getGrant, ({ session, params }) => getGrantDetails(context, session, params.id)),

  authorizeRoute(context, deleteAppRoute, async ({ exchange, session, version, params }) => {
    const by = { actorId: session.person.id, sessionId: session.id, place: placeOf(exchange), version }
    await deleteApp(context, by, params.id)
    return undefined
  }),

  authorizeRoute(context, signOutOfAppRoute, ({ exchange, session, params }) => {
    const by = { actorId: session.person.id, sessionId: session.id, place: placeOf(exchange) }
    return signOutOfApp(context, by, params.id)
  }),

  authorizeRoute(context, previewClaimsRoute, ({ params, query }) =>
    previewClaims(context, { id: params.id, personId: query.person }),
  ),

  authorizeRoute(context, testApp, async ({ exchange, session, params }) => {
    const by = { actorId: session.person.id, sessionId: session.id, place: placeOf(exchange) }
    return beginTest(context, await oidc.provider(), { id: params.id, by })
  }),

  authorizeRoute(context, finishAppTest, async ({ params, session, body }) =>
    finishTest(context, await oidc.provider(), { id: params.id, personId: session.person.id, response: body }),
  ),
]
