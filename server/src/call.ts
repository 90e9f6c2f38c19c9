/** A request by someone who is signed in, as the routes of every room receive it. Types only: `access` implements them. */

import type { Role } from '@countersign/contract/permission.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@countersign/contract/route.ts'
import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import type { Actor } from './audit/record-event.ts'
import type { Endpoint } from './platform/http/endpoint.ts'
import type { Exchange } from './platform/http/exchange.ts'
import type { Queries } from './platform/store/database.ts'

/** The calling session, as far as rooms before `session` know it. */
export type Caller = {
  id: string
  person: { id: string; displayName: string | null; role: Role; status: PersonStatus }
  wallet: { id: string }
}

/** Locks the person, and rejects if the session ended since the request arrived. Returns the session as it is now. */
export type LockSession<S extends Caller = Caller> = (queries: Queries) => Promise<S>

export type Call<R extends Route, S extends Caller = Caller> = {
  exchange: Exchange
  session: S
  actor: Actor
  lockSession: LockSession<S>
  body: BodyOf<R>
  params: ParamsOf<R>
  query: QueryOf<R>
  /** From `If-Match`; 0 for a route without versions. */
  version: number
  /** The wallet that signed for a critical action; empty for other routes. */
  signerId: string
}

/** Handlers of routes without a body may return nothing. */
export type Reply<R extends Route> = AnswerOf<R> extends undefined ? Promise<void> : Promise<AnswerOf<R>>

export type Authorize<S extends Caller = Caller> = <R extends Route>(
  route: R,
  handle: (call: Call<R, S>) => Reply<R>,
  /** The lost answer of a call that was carried out already: its signature is used up by now. */
  repeat?: (call: Omit<Call<R, S>, 'signerId'>) => Promise<AnswerOf<R> | undefined>,
) => Endpoint
