import { RATE_REQUESTS_PER_ADDRESS } from '@countersign/contract/limits/access-request-limits.ts'
import { RATE_CHECKS_PER_PERSON } from '@countersign/contract/limits/rule-limits.ts'
import * as contract from '@countersign/contract/routes/access-request.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { browserOf } from '../../platform/http/exchange.ts'
import { subnetOf, takeRate } from '../../platform/http/request/client-ip.ts'
import { readSignedMessage } from '../../proof/challenge/challenge.ts'
import type { SessionRecord } from '../../session/session-record.ts'

/** What handles a request is imported with the first one, since few people ask for access. */
export const accessRequestRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  endpoint(contract.requestSignUp, async (exchange, { proof, message }) => {
    takeRate(context, 'access-request', exchange.ip, RATE_REQUESTS_PER_ADDRESS)
    const signed = await readSignedMessage(context, { proof, purpose: 'sign_in', browser: browserOf(exchange) })
    const network = subnetOf(exchange.ip)
    const { requestSignUp } = await import('./create-request.ts')
    return requestSignUp(context, { signed, network, source: exchange.source, message })
  }),

  authorize(contract.requestAccess, async ({ exchange, session, body }) => {
    takeRate(context, 'access-request', exchange.ip, RATE_REQUESTS_PER_ADDRESS)
    const { requestAccess } = await import('./create-request.ts')
    return requestAccess(context, { session, source: exchange.source, ...body })
  }),

  authorize(contract.getAccess, async ({ session, query }) => {
    const { explainAccess } = await import('../../rules/explain-access.ts')
    const { describeAccess } = await import('./describe-access.ts')
    return describeAccess(context, { query, personId: session.person.id, explain: explainAccess })
  }),

  authorize(contract.checkAccess, async ({ session, body }) => {
    const { id: personId } = session.person
    context.rates.take(`access-check:${personId}`, RATE_CHECKS_PER_PERSON)
    const { recheckAccess } = await import('../../rules/explain-access.ts')
    const { describeAccess } = await import('./describe-access.ts')
    return describeAccess(context, { query: body, personId, explain: recheckAccess })
  }),

  authorize(contract.listAccessRequests, async ({ query }) => {
    const { listRequests } = await import('./list-requests.ts')
    return listRequests(context, query)
  }),

  authorize(contract.acceptAccessRequest, async ({ actor, params, body }) => {
    const { acceptRequest } = await import('./decide-request.ts')
    return acceptRequest(context, { admin: actor, id: params.id, groupId: body.groupId })
  }),

  authorize(contract.declineAccessRequest, async ({ actor, params }) => {
    const { declineRequest } = await import('./decide-request.ts')
    return declineRequest(context, { admin: actor, id: params.id })
  }),
]
