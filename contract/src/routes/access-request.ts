import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/access-request.ts'

export type { AccessRequest, RequestState } from '../schemas/access-request.ts'

/** Requests to sign up with the proof of the rejected sign-in, whose challenge is spent only now. */
export const requestSignUp = defineRoute<typeof schemas.requestSignUp>()('POST /api/access-requests', {
  caller: 'browser',
  status: 201,
  proof: true,
  phone: true,
  errors: ['setup_required', 'request_not_needed', 'registration_closed', 'request_open', 'request_declined'],
})

export const requestAccess = defineRoute<typeof schemas.requestAccess>()('POST /api/me/access-requests', {
  status: 201,
  errors: ['request_not_needed', 'request_open', 'request_declined'],
})

/** Whether this person has access to an app or a protected host, and the state of their request. */
export const getAccess = defineRoute<typeof schemas.getAccess>()('GET /api/me/access')

/** The same, after the rules have been checked again. */
export const checkAccess = defineRoute<typeof schemas.checkAccess>()('POST /api/me/access/check')

/** Open requests, newest first. `open` counts all of them. */
export const listAccessRequests = defineRoute<typeof schemas.listAccessRequests>()('GET /api/admin/access-requests', {
  permission: 'requests',
})

/** `groupId` for an app or a host: one of its groups. */
export const acceptAccessRequest = defineRoute<typeof schemas.acceptAccessRequest>()(
  'POST /api/admin/access-requests/:id/accept',
  { permission: 'requests', stepUp: 'admin', status: 204, errors: ['request_closed', 'group_limit'] },
)

export const declineAccessRequest = defineRoute()('POST /api/admin/access-requests/:id/decline', {
  permission: 'requests',
  stepUp: 'admin',
  status: 204,
  errors: ['request_closed'],
})
