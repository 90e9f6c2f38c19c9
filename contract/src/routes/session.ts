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

export const getSession = defineRoute<typeof schemas.getSession>()('GET /api/session')

export const createSession = defineRoute<typeof schemas.createSession>()('POST /api/sessions', {
  caller: 'browser',
  status: 201,
  proof: true,
  phone: true,
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

export const touchSession = defineRoute()('POST /api/session/touch', { status: 204 })

/** Idempotent: also answers 204 without a session. */
export const deleteSession = defineRoute()('DELETE /api/session', { caller: 'anyone', status: 204 })

/** A linked wallet signs for one action; the session token is rotated. */
export const stepUp = defineRoute<typeof schemas.stepUp>()('POST /api/session/step-up', {
  proof: true,
  phone: true,
  errors: ['wallet_not_yours', 'wallet_too_new'],
})

export const closeAdminMode = defineRoute<typeof schemas.closeAdminMode>()('DELETE /api/session/admin-mode')

export const listSessions = defineRoute<typeof schemas.listSessions>()('GET /api/me/sessions')

export const endOwnSession = defineRoute()('DELETE /api/me/sessions/:id', { status: 204, errors: ['wallet_too_new'] })

export const endOtherSessions = defineRoute<typeof schemas.endOtherSessions>()('DELETE /api/me/sessions', {
  errors: ['wallet_too_new'],
})

export const listAllSessions = defineRoute<typeof schemas.listAllSessions>()('GET /api/admin/sessions', {
  permission: 'sessions.read',
})

export const endAnySession = defineRoute()('DELETE /api/admin/sessions/:id', {
  permission: 'sessions.end',
  stepUp: 'admin',
  status: 204,
  errors: ['role_too_high'],
})

/** Server-sent events of type `ServerEvent`, with JSON `data:`. */
export const listenToEvents = defineRoute<typeof schemas.listenToEvents>()('GET /api/events', {
  media: 'text/event-stream',
})

export const listDevices = defineRoute<typeof schemas.listDevices>()('GET /api/me/devices')

export const forgetDevice = defineRoute()('DELETE /api/me/devices/:id', { status: 204 })
