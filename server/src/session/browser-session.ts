/** The session as this browser carries it: read from its cookie, written to it. */

import { AppError } from '@countersign/contract/errors.ts'
import type { StartedSession } from '@countersign/contract/session.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { deviceLabel } from './device.ts'
import { presentSession, requireSession } from './session.ts'
import type { Started } from './start.ts'

const HOME = '/home'

/** The session of this browser; a cookie that names none is taken away. */
export async function currentSession(context: Context, exchange: Exchange) {
  const token = exchange.cookies.get('session')
  try {
    return await requireSession(context, token)
  } catch (error) {
    if (token !== undefined && error instanceof AppError && error.status === 401) exchange.cookies.clear('session')
    throw error
  }
}

/** What is known of the browser that signs in. */
export async function surroundings(context: Context, exchange: Exchange) {
  const token = exchange.cookies.get('session')
  const present = token === undefined ? undefined : await requireSession(context, token).catch(ifSignedOut)
  return {
    device: deviceLabel(exchange.header('user-agent')),
    address: exchange.address,
    replaces: present?.id,
  }
}

export function answerStarted(
  context: Context,
  exchange: Exchange,
  { session, token, created }: Started,
  returnTo?: string,
): StartedSession {
  exchange.cookies.set('session', token, session.kept ? session.expiresAt - context.now() : undefined)
  context.log.info('signed in', {
    traceId: exchange.traceId,
    sessionId: session.id,
    personId: session.person.id,
    created,
  })
  return { ...presentSession(session), created, next: returnTo ?? HOME }
}

export function ifSignedOut(error: unknown): undefined {
  if (error instanceof AppError && error.status === 401) return undefined
  throw error
}
