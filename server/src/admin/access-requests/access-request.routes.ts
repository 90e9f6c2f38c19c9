import { RATE_REQUESTS_PER_ADDRESS } from '@countersign/contract/limits/access-request-limits.ts'
import * as contract from '@countersign/contract/routes/access-request.ts'
import { findRequestState } from '../../accounts/access-request/access-request.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { browserOf } from '../../platform/http/browser-binding.ts'
import { subnetOf } from '../../platform/http/client-ip.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { takeRate } from '../../platform/http/take-rate.ts'
import { readClaim } from '../../proof/challenge/challenge.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { adminAction } from '../admin-action.ts'
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
    const admitted = await isAdmitted(context, target, subject)
    const outcome = admitted ? ('yes' as const) : ('no' as const)
    return { name, url, admitted, outcome, requirements: [], request: request ?? null }
  }),

  authorize(contract.listAccessRequests, ({ query }) => listRequests(context, query)),

  authorize(contract.acceptAccessRequest, async ({ params, body, ...call }) => {
    const admin = adminAction(call, contract.acceptAccessRequest)
    await acceptRequest(context, { admin, id: params.id, groupId: body.groupId })
  }),

  authorize(contract.declineAccessRequest, ({ params, ...call }) =>
    declineRequest(context, { admin: adminAction(call, contract.declineAccessRequest), id: params.id }),
  ),
]
