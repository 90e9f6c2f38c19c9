import { RATE_REQUESTS_PER_ADDRESS } from '@countersign/contract/limits/access-request-limits.ts'
import type { Route } from '@countersign/contract/route.ts'
import * as contract from '@countersign/contract/routes/access-request.ts'
import type { AdminAction } from '../../access/role-authority.ts'
import { findRequestState } from '../../accounts/access-request/access-request.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { browserOf } from '../../platform/http/browser-binding.ts'
import { subnetOf } from '../../platform/http/client-ip.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { takeRate } from '../../platform/http/take-rate.ts'
import { readClaim } from '../../proof/challenge/challenge.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { requestAccess, requestSignUp } from './create-request.ts'
import { acceptRequest, declineRequest } from './decide-request.ts'
import { listRequests } from './list-requests.ts'
import { findTarget, isAdmitted } from './target.ts'

export const accessRequestRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  endpoint(contract.requestSignUp, async (exchange, { proof, message }) => {
    takeRate(context, 'access-request', exchange.ip, RATE_REQUESTS_PER_ADDRESS)
    const claim = readClaim(context, { proof, purpose: 'sign_in', browser: browserOf(exchange) })
    const network = subnetOf(exchange.ip)
    return requestSignUp(context, { claim, network, source: exchange.source, message })
  }),

  authorize(contract.requestAccess, ({ exchange, session, body }) => {
    takeRate(context, 'access-request', exchange.ip, RATE_REQUESTS_PER_ADDRESS)
    return requestAccess(context, { session, source: exchange.source, ...body })
  }),

  authorize(contract.getAccess, async ({ session, query }) => {
    const { id: subject } = session.person
    const target = await findTarget(context, query)
    const { id: object, name, url } = target
    const request = await findRequestState(context.store, { subject, object, now: context.now() })
    return { name, url, admitted: await isAdmitted(context, target, subject), request: request ?? null }
  }),

  authorize(contract.listAccessRequests, ({ query }) => listRequests(context, query)),

  authorize(contract.acceptAccessRequest, async ({ params, body, ...call }) => {
    const acting = actingOf(contract.acceptAccessRequest, call)
    await acceptRequest(context, { acting, id: params.id, groupId: body.groupId })
  }),

  authorize(contract.declineAccessRequest, ({ params, ...call }) =>
    declineRequest(context, { acting: actingOf(contract.declineAccessRequest, call), id: params.id }),
  ),
]

function actingOf(route: Route, { exchange, session }: { exchange: Exchange; session: SessionRecord }): AdminAction {
  return { session, source: exchange.source, call: `${route.method} ${route.path}` }
}
