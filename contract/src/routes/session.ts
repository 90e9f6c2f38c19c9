import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/session.ts'

export type {
  AdminSession,
  Device,
  ServerEvent,
  Session,
  SessionEndReason,
  SessionItem,
  SessionState,
  StartedSession,
} from '../schemas/session.ts'

/** Details of `session_revoked` when a contract wallet no longer accepts its signature. */
export const WALLET_CHANGED = { fields: [{ path: '/session', code: 'wallet_changed' }] }

export function isWalletChanged({ fields }: { fields?: { code: string }[] | undefined }): boolean {
  return fields?.some(({ code }) => code === 'wallet_changed') === true
}

export const getSession = defineRoute<typeof schemas.getSession>()({ method: 'GET', path: '/api/session' })

export const createSession = defineRoute<typeof schemas.createSession>()({
  method: 'POST',
  path: '/api/sessions',
  caller: 'browser',
  status: 201,
  proof: true,
  errors: [
    'setup_required',
    'person_suspended',
    'person_deleting',
    'deletion_not_yours',
    'registration_closed',
    'invite_required',
    'invite_invalid',
    'invite_used',
    'invite_expired',
    'invite_other_wallet',
    'requirements_not_met',
    'access_unknown',
  ],
})

export const touchSession = defineRoute<typeof schemas.touchSession>()({
  method: 'POST',
  path: '/api/session/touch',
  status: 204,
})

/** Idempotent: also answers 204 without a session. */
export const deleteSession = defineRoute<typeof schemas.deleteSession>()({
  method: 'DELETE',
  path: '/api/session',
  caller: 'anyone',
  status: 204,
})

/** A linked wallet signs for one action; the session token is rotated. */
export const stepUp = defineRoute<typeof schemas.stepUp>()({
  method: 'POST',
  path: '/api/session/step-up',
  proof: true,
  errors: ['wallet_not_yours', 'wallet_too_new'],
})

export const closeAdminMode = defineRoute<typeof schemas.closeAdminMode>()({
  method: 'DELETE',
  path: '/api/session/admin-mode',
})

export const listSessions = defineRoute<typeof schemas.listSessions>()({ method: 'GET', path: '/api/me/sessions' })

export const endOwnSession = defineRoute<typeof schemas.endOwnSession>()({
  method: 'DELETE',
  path: '/api/me/sessions/:id',
  status: 204,
  errors: ['wallet_too_new'],
})

export const endOtherSessions = defineRoute<typeof schemas.endOtherSessions>()({
  method: 'DELETE',
  path: '/api/me/sessions',
  errors: ['wallet_too_new'],
})

export const listAllSessions = defineRoute<typeof schemas.listAllSessions>()({
  method: 'GET',
  path: '/api/admin/sessions',
  permission: 'sessions.read',
})

export const endAnySession = defineRoute<typeof schemas.endAnySession>()({
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  permission: 'sessions.end',
  stepUp: 'admin',
  status: 204,
  errors: ['role_too_high'],
})

/** Server-sent events of type `ServerEvent`, with JSON `data:`. */
export const listenToEvents = defineRoute<typeof schemas.listenToEvents>()({
  method: 'GET',
  path: '/api/events',
  media: 'text/event-stream',
})

export const listDevices = defineRoute<typeof schemas.listDevices>()({ method: 'GET', path: '/api/me/devices' })

export const forgetDevice = defineRoute<typeof schemas.forgetDevice>()({
  method: 'DELETE',
  path: '/api/me/devices/:id',
  status: 204,
})
