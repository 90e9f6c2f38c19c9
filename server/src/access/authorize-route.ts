/** Checks session, permission, rate, version, body, session and permission again, and step-up, in this order. */

import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import { RATE_READS_PER_SESSION, RATE_RECORDED, RATE_WRITES_PER_SESSION } from '@countersign/contract/limits.ts'
import { isHigh, mayDo } from '@countersign/contract/permission.ts'
import type { AnswerOf, Route } from '@countersign/contract/route.ts'
import { isAdminMode, requiredStepUps, type StepUpAction } from '@countersign/contract/step-up.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Acting, Authorize, Call, Reply } from '../call.ts'
import type { Context } from '../context.ts'
import { equalBytes } from '../platform/crypto/keys.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { currentSession } from '../session/browser-session.ts'
import { lockSession, reloadSession } from '../session/lock-session.ts'
import { revalidateIfDue, revalidateInBackground } from '../session/revalidate-contract-wallet.ts'
import { keepSessionAlive, requireSession } from '../session/session.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { actionName } from '../session/step-up/step-up-action.ts'
import { requireAdminMode, withStepUp } from '../session/step-up/use-step-up.ts'
import { readInstance } from '../settings/read-settings.ts'

export function createAuthorize(context: Context): Authorize<SessionRecord> {
  return <R extends Route>(
    route: R,
    handle: (call: Call<R, SessionRecord>) => Reply<R>,
    repeat?: (call: Omit<Call<R, SessionRecord>, 'signerId'>) => Promise<AnswerOf<R> | undefined>,
  ) =>
    endpoint<R, Admitted>(
      route,
      async (exchange, body, { params, query, admitted }) => {
        const { session, version } = admitted
        const stepUps = requiredStepUps(route.stepUp, { params, body })
        const authority = { route, session, version, needsAdminMode: stepUps.some(isAdminMode) }
        const call = { exchange, body, params, query, session, actor: actorOf(context, exchange, authority) }
        const repeated = await repeat?.(call)
        if (repeated !== undefined) return repeated
        const reply = (signerId: string) => handle({ ...call, signerId }) as Promise<AnswerOf<R>> // an answer of type undefined may be void
        if (stepUps.length === 0) return reply('')
        const run = async (signerId: string) => {
          await revalidateIfDue(context, session)
          return reply(signerId)
        }
        const critical = stepUps.find((action) => !isAdminMode(action))
        try {
          if (authority.needsAdminMode) requireAdminMode(context, session)
          if (critical) return await withStepUp(context, { session, action: critical, ...call.actor }, run)
        } catch (error) {
          await recordMissingStepUp(context, exchange, { route, session, critical, error })
          throw error
        }
        return run('')
      },
      {
        admit: (exchange) => admit(context, exchange, route),
        confirm: async (exchange, admitted) => ({
          ...admitted,
          session: await requirePermission(context, exchange, route),
        }),
      },
    )
}

/** The page asks for a signature first, so it did not make this call. */
async function recordMissingStepUp(
  context: Context,
  exchange: Exchange,
  { route, session, critical, error }: Authorized & { critical: StepUpAction | undefined; error: unknown },
): Promise<void> {
  if (!(error instanceof AppError && (error.code === 'step_up_required' || error.code === 'wallet_too_new'))) return
  const missing = error.stepUp ?? critical
  const data: Record<string, string> = missing ? { action: actionName(missing) } : {}
  await recordDenial(context, exchange, { route, session, code: error.code, data })
}

type Authorized = { route: Route; session: SessionRecord }

type Authority = Authorized & { needsAdminMode: boolean }

/** What was true when the body had arrived may be false in a transaction, for example after a node was asked. */
function actorOf(
  context: Context,
  { source }: Exchange,
  authority: Authority & { version: number },
): Acting<SessionRecord> {
  const { session, route, version } = authority
  const { id: actorId, role } = session.person
  return {
    ...{ actorId, sessionId: session.id, role, call: nameOf(route), version, source },
    transaction: (work, options) =>
      context.store.transaction(async (queries) => {
        await requireAuthority(context, authority, await reloadSession(context, queries, session.id))
        return work(queries)
      }, options),
    lockedTransaction: (work) =>
      context.store.transaction(async (queries) => {
        const current = await lockSession(context, queries, session)
        await requireAuthority(context, authority, current)
        return work(queries, current)
      }),
  }
}

async function requireAuthority(
  context: Context,
  { route, session, needsAdminMode }: Authority,
  current: SessionRecord,
): Promise<void> {
  const refusal = await refusalOf(context, route, current)
  if (refusal) throw new AppError(refusal)
  const retiredToken = session.retiredToken || !equalBytes(session.tokenHash, current.tokenHash)
  if (needsAdminMode) requireAdminMode(context, { ...current, retiredToken })
}

/** Also for a person who got a role, or a site that stopped to allow it, after the session was approved from a phone. */
async function refusalOf(
  context: Context,
  { permission = 'self' }: Route,
  { person: { role }, phone }: SessionRecord,
): Promise<ErrorCode | undefined> {
  if (!mayDo(role, permission)) return 'forbidden'
  if (phone === null || permission === 'self' || !isHigh(role)) return undefined
  return (await readInstance(context)).phoneSignInForAdmins ? undefined : 'phone_not_allowed'
}

type Admitted = { session: SessionRecord; version: number }

async function admit(context: Context, exchange: Exchange, route: Route): Promise<Admitted> {
  const session = await requirePermission(context, exchange, route)
  if (route.method === 'GET') context.rates.take(`read:${session.id}`, RATE_READS_PER_SESSION)
  else context.rates.take(`write:${session.id}`, RATE_WRITES_PER_SESSION)
  keepSessionAlive(context, session, exchange)
  if (!route.stepUp) revalidateInBackground(context, session)
  return { session, version: route.versioned ? requireVersion(exchange) : 0 }
}

async function requirePermission(context: Context, exchange: Exchange, route: Route): Promise<SessionRecord> {
  // A page cannot read the error of an event stream, so the cookie stays for the next call to report it.
  const session =
    route.media === 'text/event-stream'
      ? await requireSession(context, exchange.cookies.get('session'))
      : await currentSession(context, exchange)
  const code = await refusalOf(context, route, session)
  if (code) {
    await recordDenial(context, exchange, { route, session, code, data: { permission: route.permission ?? 'self' } })
    throw new AppError(code)
  }
  return session
}

type Denial = Authorized & { code: ErrorCode; data: Record<string, string> }

async function recordDenial(
  context: Context,
  { source }: Exchange,
  { route, session, code, data }: Denial,
): Promise<void> {
  const { id: sessionId, person } = session
  const call = nameOf(route)
  if (!context.rates.tryTake(`refused:${sessionId} ${code} ${call}`, RATE_RECORDED)) return
  await recordEvent(context, context.store, {
    ...{ kind: 'access.refused', outcome: 'refused', code },
    ...{ actorId: person.id, personId: person.id, sessionId, source },
    data: { call, ...data },
  })
}

function requireVersion(exchange: Exchange): number {
  const version = /^"(\d{1,15})"$/.exec(exchange.header('if-match') ?? '')?.[1]
  if (version === undefined) throw new AppError('precondition_required')
  return Number(version)
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}
