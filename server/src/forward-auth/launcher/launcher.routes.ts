import { getLauncher } from '@countersign/contract/routes/launcher.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { findLauncher } from './find-launcher.ts'

export const launcherRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(getLauncher, ({ session }) => findLauncher(context, session.person.id)),
]
