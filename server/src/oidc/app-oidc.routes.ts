/** What concerns an app and its tokens both. The rest of an app is in `app/app.routes.ts`. */

import {
  deleteApp as deleteAppRoute,
  previewClaims as previewClaimsRoute,
} from '@countersign/contract/routes/admin/app.ts'
import { finishAppTest, testApp } from '@countersign/contract/routes/admin/app-test.ts'
import { signOutOfApp as signOutOfAppRoute } from '@countersign/contract/routes/admin/app-use.ts'
import { getGrant } from '@countersign/contract/routes/grant.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { deleteApp } from './delete-app.ts'
import type { Oidc } from './provider/provider.ts'
import { beginTest, finishTest } from './self-test/self-test.ts'
import { signOutOfApp } from './sign-out/sign-out-of-app.ts'
import { showOwnApp } from './tokens/own-app.ts'
import { previewClaims } from './tokens/preview-claims.ts'

export const appOidcRoutes = (context: Context, authorize: Authorize<SessionRecord>, oidc: Oidc) => [
  authorize(getGrant, ({ session, params }) => showOwnApp(context, session, params.id)),

  authorize(deleteAppRoute, ({ actor, version, params }) => deleteApp(context, { ...actor, version }, params.id)),

  authorize(signOutOfAppRoute, ({ actor, params }) => signOutOfApp(context, actor, params.id)),

  authorize(previewClaimsRoute, ({ params, query }) =>
    previewClaims(context, { id: params.id, personId: query.person }),
  ),

  authorize(testApp, async ({ params, session }) =>
    beginTest(context, await oidc.provider(), { id: params.id, personId: session.person.id }),
  ),

  authorize(finishAppTest, async ({ params, session, body }) =>
    finishTest(context, await oidc.provider(), { id: params.id, personId: session.person.id, brought: body }),
  ),
]
