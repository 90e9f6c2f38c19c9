import { endGrant, listGrants } from '@countersign/contract/routes/grant.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { endOwnGrant, listOwnGrants } from './grant.ts'

export const grantRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(listGrants, ({ session }) => listOwnGrants(context, session.person.id)),

  authorize(endGrant, ({ actor, params }) => endOwnGrant(context, actor, params.id)),
]
