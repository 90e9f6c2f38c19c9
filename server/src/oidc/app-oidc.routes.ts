import { previewClaims as previewClaimsRoute } from '@countersign/contract/routes/admin/app.ts'
import { finishAppTest, testApp } from '@countersign/contract/routes/admin/app-test.ts'
import { getGrant } from '@countersign/contract/routes/grant.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import type { SessionRecord } from '../session/session-record.ts'
import type { Oidc } from './provider/provider.ts'
import { beginTest, finishTest } from './self-test/self-test.ts'
import { getGrantDetails, previewClaims } from './tokens/claims-preview.ts'

export const appOidcRoutes = (context: Context, authorize: Authorize<SessionRecord>, oidc: Oidc) => [
  authorize(getGrant, ({ session, params }) => getGrantDetails(context, session, params.id)),

  authorize(previewClaimsRoute, ({ params, query }) =>
    previewClaims(context, { id: params.id, personId: query.person }),
  ),

  authorize(testApp, async ({ actor, params }) =>
    beginTest(context, await oidc.provider(), { id: params.id, by: actor }),
  ),

  authorize(finishAppTest, async ({ params, session, body }) =>
    finishTest(context, await oidc.provider(), { id: params.id, personId: session.person.id, response: body }),
  ),
]
