import { forgetDevice, listDevices } from '@countersign/contract/routes/session.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../session-record.ts'
import { forgetOwnDevice, listOwnDevices } from './list-devices.ts'

export const deviceRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(listDevices, ({ session }) =>
    listOwnDevices(context, { personId: session.person.id, sessionId: session.id }),
  ),

  authorize(forgetDevice, ({ actor, params }) => forgetOwnDevice(context, actor, params.id)),
]
