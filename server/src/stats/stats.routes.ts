import { getStats } from '@countersign/contract/stats.ts'
import type { Context } from '../context.ts'
import { authorizeRoute } from '../session/authorize-route.ts'
import { readStats } from './stats.ts'

export const statsRoutes = (context: Context) => [
  authorizeRoute(context, getStats, ({ query }) => readStats(context, query)),
]
