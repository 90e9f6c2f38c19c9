import { forgetDevice, listDevices } from '@countersign/contract/routes/device.ts'
import { authorizeRoute } from '../../access/authorize-route.ts'
import type { Context } from '../../context.ts'
import { forgetOwnDevice, listOwnDevices } from './list-devices.ts'

export const deviceRoutes = (context: Context) => [
  authorizeRoute(context, listDevices, ({ session }) =>
    listOwnDevices(context, { personId: session.person.id, sessionId: session.id }),
  ),

  authorizeRoute(context, forgetDevice, async ({ exchange, session, params }) => {
    const about = { personId: session.person.id, sessionId: session.id, source: exchange.source }
    await forgetOwnDevice(context, { ...about, id: params.id })
    return undefined
  }),
]
