import { RATE_AUTHORIZE_PER_ADDRESS } from '@countersign/contract/limits/app-limits.ts'
import { RATE_SESSIONS_PER_ADDRESS } from '@countersign/contract/limits.ts'
import * as apps from '@countersign/contract/routes/admin/app.ts'
import * as keys from '@countersign/contract/routes/admin/key.ts'
import { getGrant } from '@countersign/contract/routes/grant.ts'
import * as interactions from '@countersign/contract/routes/interaction.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { bindBrowser, browserOf, type Exchange } from '../platform/http/exchange.ts'
import { subnetOf, takeRate } from '../platform/http/request/client-ip.ts'
import { readSignedMessage } from '../proof/challenge/challenge.ts'
import { currentSession, ifSignedOut } from '../session/browser-session.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { approve, decline, findPendingRequest, presentInteraction } from './interaction/interaction.ts'
import { requireSameBrowser } from './interaction/interaction-cookie.ts'
import { issueProofChallenge, submitWalletProof } from './interaction/wallet-proof.ts'
import { listKeys, rotateKey } from './keys/keys.ts'
import type { Oidc } from './provider/provider.ts'
import { consumeSignOutRequest, presentSignOutRequest } from './sign-out/rp-initiated-logout.ts'
import { getGrantDetails, previewClaims } from './tokens/claims-preview.ts'

export function oidcRoutes(context: Context, authorize: Authorize<SessionRecord>, oidc: Oidc) {
  const find = async (exchange: Exchange, id: string) => {
    requireSameBrowser(context, exchange, id)
    return findPendingRequest(context, await oidc.provider(), id)
  }
  return [
    authorize(getGrant, ({ session, params }) => getGrantDetails(context, session, params.id)),

    authorize(apps.previewClaims, ({ params, query }) => previewClaims(context, params.id, query.person)),

    authorize(apps.testApp, async ({ actor, params }) => {
      const { beginTest } = await import('./self-test/self-test.ts')
      return beginTest(context, await oidc.provider(), { id: params.id, by: actor })
    }),

    authorize(apps.finishAppTest, async ({ params, session, body }) => {
      const { finishTest } = await import('./self-test/self-test.ts')
      return finishTest(context, await oidc.provider(), { id: params.id, personId: session.person.id, response: body })
    }),

    authorize(keys.listKeys, () => listKeys(context)),

    authorize(keys.rotateKey, ({ actor, body }) => rotateKey(context, actor, body)),

    endpoint(interactions.getSignOutRequest, async (exchange, _, { params }) => {
      requireSameBrowser(context, exchange, params.id)
      return presentSignOutRequest(context, params.id)
    }),

    endpoint(interactions.leaveToApp, async (exchange, _, { params }) => {
      requireSameBrowser(context, exchange, params.id)
      return { redirectTo: await consumeSignOutRequest(context, params.id) }
    }),

    endpoint(interactions.getInteraction, async (exchange, _, { params }) => {
      const pending = await find(exchange, params.id)
      return presentInteraction(context, pending, await currentSession(context, exchange).catch(ifSignedOut))
    }),

    endpoint(interactions.answerInteraction, async (exchange, { decision, seen }, { params }) => {
      // The rate of the authorization endpoint, since every answer is stored.
      takeRate(context, 'answer', exchange.ip, RATE_AUTHORIZE_PER_ADDRESS)
      const pending = await find(exchange, params.id)
      if (decision === 'deny') {
        const declining = await currentSession(context, exchange).catch(ifSignedOut)
        return { redirectTo: await decline(context, pending, declining) }
      }
      const session = await currentSession(context, exchange)
      return { redirectTo: await approve(context, pending, { session, source: exchange.source, decision, seen }) }
    }),

    authorize(interactions.createProofChallenge, async ({ exchange, params }) =>
      issueProofChallenge(context, await find(exchange, params.id), bindBrowser(context, exchange)),
    ),

    authorize(interactions.proveToApp, async ({ exchange, session, body, params }) => {
      const network = subnetOf(exchange.ip)
      takeRate(context, 'session', exchange.ip, RATE_SESSIONS_PER_ADDRESS)
      const pending = await find(exchange, params.id)
      const signed = await readSignedMessage(context, {
        proof: body.proof,
        purpose: 'app_proof',
        browser: browserOf(exchange),
      })
      const idempotencyKey = exchange.header('idempotency-key')
      return { redirectTo: await submitWalletProof(context, pending, { session, signed, network, idempotencyKey }) }
    }),
  ]
}
