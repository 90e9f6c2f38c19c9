import { AppError } from '@countersign/contract/errors.ts'
import { getSignOutRequest, leaveToApp } from '@countersign/contract/routes/interaction.ts'
import type { Context } from '../../context.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { isSameBrowser } from '../interaction/interaction-cookie.ts'
import { consumeSignOutRequest, presentSignOutRequest } from './sign-out-request.ts'

export function signOutRoutes(context: Context): Endpoint[] {
  const own = (exchange: Exchange, id: string) => {
    if (!isSameBrowser(context, exchange.header('cookie'), id)) throw new AppError('interaction_expired')
    return id
  }
  return [
    endpoint(getSignOutRequest, (exchange, _, { params }) => presentSignOutRequest(context, own(exchange, params.id))),
    endpoint(leaveToApp, async (exchange, _, { params }) => ({
      redirectTo: await consumeSignOutRequest(context, own(exchange, params.id)),
    })),
  ]
}
