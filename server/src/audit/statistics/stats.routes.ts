import { getStats } from '@countersign/contract/routes/admin/stats.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { readStats } from './stats.ts'

export const statsRoutes = (context: Context, authorize: Authorize) => [
  authorize(getStats, ({ query }) => readStats(context, query)),
]
