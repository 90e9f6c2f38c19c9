import { finishAppTest, previewClaims as previewClaimsRoute, testApp } from '@countersign/contract/routes/admin/app.ts'
import { listKeys as listKeysRoute, rotateKey as rotateKeyRoute } from '@countersign/contract/routes/admin/key.ts'
import { getGrant } from '@countersign/contract/routes/grant.ts'
import { getSignOutRequest, leaveToApp } from '@countersign/contract/routes/interaction.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { requireSameBrowser } from './interaction/interaction-cookie.ts'
import { listKeys, rotateKey } from './keys/keys.ts'
import type { Oidc } from './provider/provider.ts'
import { consumeSignOutRequest, presentSignOutRequest } from './sign-out/rp-initiated-logout.ts'
import { getGrantDetails, previewClaims } from './tokens/claims-preview.ts'

export const oidcRoutes = (context: Context, authorize: Authorize<SessionRecord>, oidc: Oidc) => [
  authorize(getGrant, ({ session, params }) => getGrantDetails(context, session, params.id)),

  authorize(previewClaimsRoute, ({ params, query }) => previewClaims(context, params.id, query.person)),

  authorize(testApp, async ({ actor, params }) => {
    const { beginTest } = await import('./self-test/self-test.ts')
    return beginTest(context, await oidc.provider(), { id: params.id, by: actor })
  }),

  authorize(finishAppTest, async ({ params, session, body }) => {
    const { finishTest } = await import('./self-test/self-test.ts')
    return finishTest(context, await oidc.provider(), { id: params.id, personId: session.person.id, response: body })
  }),

  authorize(listKeysRoute, () => listKeys(context)),

  authorize(rotateKeyRoute, ({ actor, body }) => rotateKey(context, actor, body)),

  endpoint(getSignOutRequest, async (exchange, _, { params }) => {
    requireSameBrowser(context, exchange, params.id)
    return presentSignOutRequest(context, params.id)
  }),

  endpoint(leaveToApp, async (exchange, _, { params }) => {
    requireSameBrowser(context, exchange, params.id)
    return { redirectTo: await consumeSignOutRequest(context, params.id) }
  }),
]
