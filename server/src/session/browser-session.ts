/** The session as this browser carries it: read from its cookie, written to it. */

import { AppError } from '@countersign/contract/errors.ts'
import type { StartedSession } from '@countersign/contract/session.ts'
import type { Claim } from '../challenge/challenge.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { deviceLabel } from './device.ts'
import { presentSession, requireSession } from './session.ts'
import { repeatSession, type Started } from './start.ts'

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

/** A browser that names its challenge as the key of the request asks for an answer it did not get. */
export function repeatIfLost(
  context: Context,
  exchange: Exchange,
  error: unknown,
  readClaim: () => Claim,
): Promise<Started> {
  const key = exchange.header('idempotency-key')
  const done = error instanceof AppError && (error.code === 'challenge_used' || error.code === 'setup_done')
  if (!done || key === undefined) throw error
  const claim = readClaim()
  if (key !== claim.challenge.id) throw error
  return repeatSession(context, claim)
}

export function ifSignedOut(error: unknown): undefined {
  if (error instanceof AppError && error.status === 401) return undefined
  throw error
}
