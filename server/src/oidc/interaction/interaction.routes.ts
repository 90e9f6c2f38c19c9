import { AppError } from '@countersign/contract/errors.ts'
import { RATE_AUTHORIZE_PER_ADDRESS } from '@countersign/contract/limits/app-limits.ts'
import { RATE_SESSIONS_PER_ADDRESS } from '@countersign/contract/limits.ts'
import {
  answerInteraction,
  createProofChallenge,
  getInteraction,
  proveToApp,
} from '@countersign/contract/routes/interaction.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { bindBrowser, browserOf } from '../../platform/http/browser-binding.ts'
import { subnetOf } from '../../platform/http/client-ip.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { takeRate } from '../../platform/http/take-rate.ts'
import { readClaim } from '../../proof/challenge/challenge.ts'
import { currentSession, ifSignedOut } from '../../session/browser-session.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import type { Oidc } from '../provider/provider.ts'
import { decide, findAsked, refuse, showInteraction } from './interaction.ts'
import { isBegunHere } from './interaction-cookie.ts'
import { askForProof, proveToAsking } from './prove.ts'

export function oidcRoutes(context: Context, authorize: Authorize<SessionRecord>, oidc: Oidc): Endpoint[] {
  const find = async (exchange: Exchange, id: string) => {
    if (!isBegunHere(context, exchange.header('cookie'), id)) throw new AppError('interaction_expired')
    return findAsked(context, await oidc.provider(), id)
  }
  return [
    endpoint(getInteraction, async (exchange, _, { params }) => {
      const asked = await find(exchange, params.id)
      return showInteraction(context, asked, await currentSession(context, exchange).catch(ifSignedOut))
    }),
    endpoint(answerInteraction, async (exchange, { decision, seen }, { params }) => {
      // As often as a question can be asked: each answer is written down.
      takeRate(context, 'answer', exchange.ip, RATE_AUTHORIZE_PER_ADDRESS)
      const asked = await find(exchange, params.id)
      if (decision === 'deny') {
        const declining = await currentSession(context, exchange).catch(ifSignedOut)
        return { redirectTo: await refuse(context, asked, declining) }
      }
      const session = await currentSession(context, exchange)
      return { redirectTo: await decide(context, asked, { session, source: exchange.source, decision, seen }) }
    }),
    authorize(createProofChallenge, async ({ exchange, params }) =>
      askForProof(context, await find(exchange, params.id), bindBrowser(context, exchange)),
    ),
    authorize(proveToApp, async ({ exchange, session, body, params }) => {
      const network = subnetOf(exchange.ip)
      takeRate(context, 'session', exchange.ip, RATE_SESSIONS_PER_ADDRESS)
      const asked = await find(exchange, params.id)
      const claim = readClaim(context, { proof: body.proof, purpose: 'app_proof', browser: browserOf(exchange) })
      const key = exchange.header('idempotency-key')
      return { redirectTo: await proveToAsking(context, asked, { session, claim, network, key }) }
    }),
  ]
}
