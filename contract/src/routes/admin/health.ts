import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/health.ts'

export type { Finding, HealthCheck } from '../../schemas/admin/health.ts'

/** The server compares `browserTime` (milliseconds) and `browserOrigin` with its own. */
export const getHealth = defineRoute<typeof schemas.getHealth>()('GET /api/admin/health', { permission: 'health.read' })
