import { getStats } from '@countersign/contract/stats.ts'
import type { Context } from '../context.ts'
import { guarded } from '../session/authorize-route.ts'
import { readStats } from './stats.ts'

export const statsRoutes = (context: Context) => [guarded(context, getStats, ({ query }) => readStats(context, query))]
