import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/stats.ts'

export type { Stats } from '../../schemas/admin/stats.ts'

export const getStats = defineRoute<typeof schemas.getStats>()('GET /api/admin/stats', {
  permission: 'stats.read',
  errors: ['range_too_long'],
})
