import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/grant.ts'

export type { Grant, GrantDetails } from '../schemas/grant.ts'

export const listGrants = defineRoute<typeof schemas.listGrants>()('GET /api/me/apps')

export const getGrant = defineRoute<typeof schemas.getGrant>()('GET /api/me/apps/:id')

/** Revokes the tokens and notifies the app; the next sign-in asks for consent again. */
export const endGrant = defineRoute()('DELETE /api/me/apps/:id', { status: 204 })
