/** What concerns an app and its tokens both. The rest of an app is in `app/app.routes.ts`. */

import {
  deleteApp as deleteAppRoute,
  previewClaims as previewClaimsRoute,
} from '@countersign/contract/routes/admin/app.ts'
import { finishAppTest, testApp } from '@countersign/contract/routes/admin/app-test.ts'
import { signOutOfApp as signOutOfAppRoute } from '@countersign/contract/routes/admin/app-use.ts'
import { getGrant } from '@countersign/contract/routes/grant.ts'
import { authorizeRoute } from '../access/authorize-route.ts'
import type { Context } from '../context.ts'
import { deleteApp } from './delete-app.ts'
import type { Oidc } from './provider/provider.ts'
import { beginTest, finishTest } from './self-test/self-test.ts'
import { signOutOfApp } from './sign-out/sign-out-of-app.ts'
import { showOwnApp } from './tokens/own-app.ts'
import { previewClaims } from './tokens/preview-claims.ts'

export const appOidcRoutes = (context: Context, oidc: Oidc) => [
  authorizeRoute(context, getGrant, ({ session, params }) => showOwnApp(context, session, params.id)),

  authorizeRoute(context, deleteAppRoute, async ({ exchange, session, version, params }) => {
    const by = { actorId: session.person.id, sessionId: session.id, source: exchange.source, version }
    await deleteApp(context, by, params.id)
    return undefined
  }),

  authorizeRoute(context, signOutOfAppRoute, ({ exchange, session, params }) => {
    const by = { actorId: session.person.id, sessionId: session.id, source: exchange.source }
    return signOutOfApp(context, by, params.id)
  }),

  authorizeRoute(context, previewClaimsRoute, ({ params, query }) =>
    previewClaims(context, { id: params.id, personId: query.person }),
  ),

  authorizeRoute(context, testApp, async ({ params, session }) =>
    beginTest(context, await oidc.provider(), { id: params.id, personId: session.person.id }),
  ),

  authorizeRoute(context, finishAppTest, async ({ params, session, body }) =>
    finishTest(context, await oidc.provider(), { id: params.id, personId: session.person.id, brought: body }),
  ),
]
