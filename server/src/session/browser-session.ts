import { AppError } from '@countersign/contract/error/errors.ts'
import { DEVICE_COOKIE_MS, SESSION_TOKEN_BYTES } from '@countersign/contract/limits.ts'
import type { StartedSession } from '@countersign/contract/routes/session.ts'
import { refreshNames } from '../accounts/ens-name/refresh-names.ts'
import type { Context } from '../context.ts'
import { newToken } from '../platform/crypto/id.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { subnetOf } from '../platform/http/request/client-ip.ts'
import type { SignedMessage } from '../proof/challenge/challenge.ts'
import { readInstance } from '../settings/read-settings.ts'
import { presentSession, requireSession } from './session.ts'
import { type DeviceCookie, repeatSession, type Started } from './start/start-session.ts'

const HOME = '/home'

/** Clears a cookie without a live session. */
export async function currentSession(context: Context, exchange: Exchange) {
  const token = exchange.cookies.get('session')
  try {
    return await requireSession(context, token, exchange)
  } catch (error) {
    if (token !== undefined && error instanceof AppError && error.status === 401) exchange.cookies.clear('session')
    throw error
  }
}

export function readDeviceCookie(context: Context, exchange: Exchange): DeviceCookie {
  const sent = exchange.cookies.get('device')
  const value = sent !== undefined && /^[A-Za-z0-9_-]{43}$/.test(sent) ? sent : undefined
  return { value: value ?? newToken(context, SESSION_TOKEN_BYTES), fresh: value === undefined }
}

export type SignInContext = Awaited<ReturnType<typeof readSignInContext>>

export async function readSignInContext(context: Context, exchange: Exchange) {
  const token = exchange.cookies.get('session')
  const current = token === undefined ? undefined : await requireSession(context, token, exchange).catch(ifSignedOut)
  return {
    source: exchange.source,
    network: subnetOf(exchange.ip),
    cookie: readDeviceCookie(context, exchange),
    instance: await readInstance(context),
    replaces: current?.id,
  }
}

export function answerStarted(
  context: Context,
  exchange: Exchange,
  { session, token, created }: Started,
  { cookie, returnTo }: { cookie: DeviceCookie; returnTo?: string | undefined },
): StartedSession {
  exchange.cookies.set('device', cookie.value, DEVICE_COOKIE_MS)
  exchange.cookies.set('session', token, session.kept ? session.expiresAt - context.now() : undefined)
  const { id: sessionId, person } = session
  context.log.info('signed in', { traceId: exchange.traceId, sessionId, personId: person.id, created })
  refreshNames(context, [session.wallet])
  return { ...presentSession(session), created, next: returnTo ?? HOME }
}

/** A request with its challenge as `Idempotency-Key` repeats one whose response was lost. */
export async function repeatIfLost(
  context: Context,
  exchange: Exchange,
  error: unknown,
  readSignedMessage: () => SignedMessage | Promise<SignedMessage>,
): Promise<Started> {
  const key = exchange.header('idempotency-key')
  const done = error instanceof AppError && (error.code === 'challenge_used' || error.code === 'setup_done')
  if (!done || key === undefined) throw error
  const signed = await readSignedMessage()
  if (key !== signed.challenge.id) throw error
  return repeatSession(context, signed)
}

export function ifSignedOut(error: unknown): undefined {
  if (error instanceof AppError && error.status === 401) return undefined
  throw error
}
