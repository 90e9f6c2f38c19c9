import { AppError } from '@countersign/contract/errors.ts'
import { getSignOutRequest, leaveToApp } from '@countersign/contract/routes/sign-out.ts'
import type { Context } from '../../context.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { isBegunHere } from '../interaction/interaction-cookie.ts'
import { showSignOutRequest, takeWayBack } from './sign-out-request.ts'

export function signOutRoutes(context: Context): Endpoint[] {
  const own = (exchange: Exchange, id: string) => {
    if (!isBegunHere(context, exchange.header('cookie'), id)) throw new AppError('interaction_expired')
    return id
  }
  return [
    endpoint(getSignOutRequest, (exchange, _, { params }) => showSignOutRequest(context, own(exchange, params.id))),
    endpoint(leaveToApp, async (exchange, _, { params }) => ({
      redirectTo: await takeWayBack(context, own(exchange, params.id)),
    })),
  ]
}
