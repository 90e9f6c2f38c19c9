/** Routes of apps that need the OIDC provider or claims. */

import {
  deleteApp as deleteAppRoute,
  finishAppTest,
  previewClaims as previewClaimsRoute,
  signOutOfApp as signOutOfAppRoute,
  testApp,
} from '@countersign/contract/routes/admin/app.ts'
import { getGrant } from '@countersign/contract/routes/grant.ts'
import { deleteApp } from '../apps/delete-app.ts'
import { signOutOfApp } from '../apps/sign-out-of-app.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import type { SessionRecord } from '../session/session-record.ts'
import type { Oidc } from './provider/provider.ts'
import { beginTest, finishTest } from './self-test/self-test.ts'
import { getGrantDetails } from './tokens/grant-details.ts'
import { previewClaims } from './tokens/preview-claims.ts'

export const appOidcRoutes = (context: Context, authorize: Authorize<SessionRecord>, oidc: Oidc) => [
  authorize(getGrant, ({ session, params }) => getGrantDetails(context, session, params.id)),

  authorize(deleteAppRoute, async ({ exchange, session, version, params }) => {
    const by = { actorId: session.person.id, sessionId: session.id, source: exchange.source, version }
    await deleteApp(context, by, params.id)
    return undefined
  }),

  authorize(signOutOfAppRoute, ({ exchange, session, params }) => {
    const by = { actorId: session.person.id, sessionId: session.id, source: exchange.source }
    return signOutOfApp(context, by, params.id)
  }),

  authorize(previewClaimsRoute, ({ params, query }) =>
    previewClaims(context, { id: params.id, personId: query.person }),
  ),

  authorize(testApp, async ({ exchange, session, params }) => {
    const by = { actorId: session.person.id, sessionId: session.id, source: exchange.source }
    return beginTest(context, await oidc.provider(), { id: params.id, by })
  }),

  authorize(finishAppTest, async ({ params, session, body }) =>
    finishTest(context, await oidc.provider(), { id: params.id, personId: session.person.id, response: body }),
  ),
]
