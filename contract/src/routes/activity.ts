import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/activity.ts'

export type { Activity, ActivityCheck, Outcome } from '../schemas/activity.ts'

export const listOwnActivity = defineRoute<typeof schemas.listOwnActivity>()('GET /api/me/activity', {
  errors: ['range_too_long'],
})

/** Has a path of its own, so that a plain link can download it. */
export const exportOwnActivity = defineRoute<typeof schemas.exportOwnActivity>()('GET /api/me/activity.csv', {
  media: 'text/csv',
  errors: ['range_too_long'],
})

export const listActivity = defineRoute<typeof schemas.listActivity>()('GET /api/admin/activity', {
  permission: 'activity.read',
  errors: ['range_too_long'],
})

export const exportActivity = defineRoute<typeof schemas.exportActivity>()('GET /api/admin/activity.csv', {
  permission: 'activity.export',
  stepUp: { action: 'activity.export' },
  media: 'text/csv',
  errors: ['range_too_long'],
})

export const exportActivityLines = defineRoute<typeof schemas.exportActivityLines>()('GET /api/admin/activity.jsonl', {
  permission: 'activity.export',
  stepUp: { action: 'activity.export' },
  media: 'application/x-ndjson',
  errors: ['range_too_long'],
})

export const verifyActivity = defineRoute<typeof schemas.verifyActivity>()('GET /api/admin/activity/verify', {
  permission: 'activity.read',
})
