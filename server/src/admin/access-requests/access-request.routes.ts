import { RATE_REQUESTS_PER_ADDRESS } from '@countersign/contract/limits/access-request-limits.ts'
import { RATE_CHECKS_PER_PERSON } from '@countersign/contract/limits/rule-limits.ts'
import * as contract from '@countersign/contract/routes/access-request.ts'
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
import { describeAccess } from './describe-access.ts'
import { listRequests } from './list-requests.ts'

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
    const { explainAccess } = await import('../../rules/explain-access.ts')
    return describeAccess(context, { query, personId: session.person.id, explain: explainAccess })
  }),

  authorize(contract.checkAccess, async ({ session, body }) => {
    const { id: personId } = session.person
    context.rates.take(`access-check:${personId}`, RATE_CHECKS_PER_PERSON)
    const { recheckAccess } = await import('../../rules/explain-access.ts')
    return describeAccess(context, { query: body, personId, explain: recheckAccess })
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
