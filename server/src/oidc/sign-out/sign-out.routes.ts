import { getSignOutRequest, leaveToApp } from '@countersign/contract/routes/sign-out.ts'
import type { Context } from '../../context.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { requireSameBrowser } from '../interaction/interaction-cookie.ts'
import { consumeSignOutRequest, presentSignOutRequest } from './rp-initiated-logout.ts'

export const signOutRoutes = (context: Context): Endpoint[] => [
  endpoint(getSignOutRequest, async (exchange, _, { params }) => {
    requireSameBrowser(context, exchange, params.id)
    return presentSignOutRequest(context, params.id)
  }),

  endpoint(leaveToApp, async (exchange, _, { params }) => {
    requireSameBrowser(context, exchange, params.id)
    return { redirectTo: await consumeSignOutRequest(context, params.id) }
  }),
]
