import { RATE_AUTHORIZE_PER_ADDRESS } from '@countersign/contract/limits/app-limits.ts'
import { RATE_SESSIONS_PER_ADDRESS } from '@countersign/contract/limits.ts'
import * as contract from '@countersign/contract/routes/interaction.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { bindBrowser, browserOf } from '../../platform/http/exchange.ts'
import { subnetOf, takeRate } from '../../platform/http/request/client-ip.ts'
import { readSignedMessage } from '../../proof/challenge/challenge.ts'
import { currentSession, ifSignedOut } from '../../session/browser-session.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import type { Oidc } from '../provider/provider.ts'
import { approve, decline, findPendingRequest, presentInteraction } from './interaction.ts'
import { requireSameBrowser } from './interaction-cookie.ts'
import { issueProofChallenge, submitWalletProof } from './wallet-proof.ts'

export function interactionRoutes(context: Context, authorize: Authorize<SessionRecord>, oidc: Oidc): Endpoint[] {
  const find = async (exchange: Exchange, id: string) => {
    requireSameBrowser(context, exchange, id)
    return findPendingRequest(context, await oidc.provider(), id)
  }
  return [
    endpoint(contract.getInteraction, async (exchange, _, { params }) => {
      const pending = await find(exchange, params.id)
      return presentInteraction(context, pending, await currentSession(context, exchange).catch(ifSignedOut))
    }),
    endpoint(contract.answerInteraction, async (exchange, { decision, seen }, { params }) => {
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
    authorize(contract.createProofChallenge, async ({ exchange, params }) =>
      issueProofChallenge(context, await find(exchange, params.id), bindBrowser(context, exchange)),
    ),
    authorize(contract.proveToApp, async ({ exchange, session, body, params }) => {
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
