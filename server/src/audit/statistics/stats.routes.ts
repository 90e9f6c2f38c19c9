import { getStats } from '@countersign/contract/routes/admin/stats.ts'
import { authorizeRoute } from '../../access/authorize-route.ts'
import type { Context } from '../../context.ts'
import { readStats } from './stats.ts'

export const statsRoutes = (context: Context) => [
  authorizeRoute(context, getStats, ({ query }) => readStats(context, query)),
]
