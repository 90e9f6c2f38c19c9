/** Who may do what is decided here and nowhere else: session, permission, rate, step-up and version, in this order. */

import { AppError } from '@countersign/contract/errors.ts'
import {
  RATE_READS_PER_SESSION,
  RATE_RECORDED,
  RATE_WRITES_PER_SESSION,
  STEP_UP_NOW_MS,
  STEP_UP_TTL_MS,
} from '@countersign/contract/limits.ts'
import { mayDo } from '@countersign/contract/permission.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@countersign/contract/route.ts'
import { recordActivity } from '../activity/activity.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Endpoint, endpoint } from '../http/serve.ts'
import { actName } from './act.ts'
import { currentSession, placeOf } from './browser-session.ts'
import { recheckMeanwhile, requireRecheck } from './recheck.ts'
import type { SessionRecord } from './session.store.ts'
import { noteUse, requireSession } from './session.ts'

/** A call by someone who is signed in and may make it. */
export type Call<R extends Route> = {
  exchange: Exchange
  session: SessionRecord
  body: BodyOf<R>
  params: ParamsOf<R>
  query: QueryOf<R>
  /** What `If-Match` named; 0 for a route without versions. */
  version: number
}

/** Every route whose caller is a session is served through this. */
export function guarded<R extends Route>(
  context: Context,
  route: R,
  handle: (call: Call<R>) => Promise<AnswerOf<R>>,
): Endpoint {
  return endpoint<R, Admitted>(
    route,
    (exchange, body, { params, query, admitted }) => handle({ exchange, body, params, query, ...admitted }),
    (exchange, params) => admit(context, exchange, route, params),
  )
}

type Admitted = { session: SessionRecord; version: number }

async function admit(
  context: Context,
  exchange: Exchange,
  route: Route,
  params: Record<string, string>,
): Promise<Admitted> {
  // A browser hides from the page why its event stream was refused: the next call must still be able to say it.
  const session =
    route.media === 'text/event-stream'
      ? await requireSession(context, exchange.cookies.get('session'))
      : await currentSession(context, exchange)
  await requirePermission(context, exchange, route, session)
  if (route.method === 'GET') context.rates.take(`read:${session.id}`, RATE_READS_PER_SESSION)
  else context.rates.take(`write:${session.id}`, RATE_WRITES_PER_SESSION)
  noteUse(context, session, exchange)
  requireStepUp(context, route, session, params)
  if (route.stepUp) await requireRecheck(context, session)
  else recheckMeanwhile(context, session)
  return { session, version: route.versioned ? requireVersion(exchange) : 0 }
}

async function requirePermission(
  context: Context,
  exchange: Exchange,
  { permission = 'self', method, path }: Route,
  session: SessionRecord,
): Promise<void> {
  if (mayDo(session.person.role, permission)) return
  const call = `${method} ${path}`
  if (!context.rates.isDue(`refused:${session.id} ${call}`, RATE_RECORDED)) throw new AppError('forbidden')
  await recordActivity(context, context.store, {
    kind: 'access.refused',
    outcome: 'refused',
    code: 'forbidden',
    actorId: session.person.id,
    personId: session.person.id,
    sessionId: session.id,
    place: placeOf(exchange),
    data: { call, permission },
  })
  throw new AppError('forbidden')
}

function requireStepUp(context: Context, route: Route, session: SessionRecord, params: Record<string, string>): void {
  if (!route.stepUp) return
  const { within, action, target: parameter } = route.stepUp
  const act = { action, target: parameter === undefined ? undefined : params[parameter] }
  const { stepUp } = session
  const age = stepUp ? context.now() - stepUp.at : Number.POSITIVE_INFINITY
  const enough = within === 'recent' ? age <= STEP_UP_TTL_MS : age <= STEP_UP_NOW_MS && stepUp?.act === actName(act)
  if (!enough) throw new AppError('step_up_required', { act })
}

function requireVersion(exchange: Exchange): number {
  const version = /^"(\d{1,15})"$/.exec(exchange.header('if-match') ?? '')?.[1]
  if (version === undefined) throw new AppError('precondition_required')
  return Number(version)
}
