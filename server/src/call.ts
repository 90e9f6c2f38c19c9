/** Authenticated requests as route handlers receive them. Types only: `access` implements them. */

import type { Role } from '@countersign/contract/permission.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@countersign/contract/route.ts'
import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import type { Actor } from './audit/record-event.ts'
import type { Endpoint } from './platform/http/endpoint.ts'
import type { Exchange } from './platform/http/exchange.ts'
import type { Database, Queries } from './platform/store/database.ts'

/** The part of a session that folders below `session` may use. */
export type Caller = {
  id: string
  person: { id: string; displayName: string | null; role: Role; status: PersonStatus }
  wallet: { id: string }
}

/** Who acts. A transaction fails if they may no longer do what the request arrived for. */
export type Acting<S extends Caller = Caller> = Actor &
  Pick<Database, 'transaction'> & {
    role: Role
    /** The method and path of the route. */
    call: string
    /** Of what is changed, from `If-Match`; 0 for a route without versions. */
    version: number
    /** Locks the person first, and passes the current session. */
    lockedTransaction<T>(work: (queries: Queries, session: S) => Promise<T>): Promise<T>
  }

export type Call<R extends Route, S extends Caller = Caller> = {
  exchange: Exchange
  session: S
  actor: Acting<S>
  body: BodyOf<R>
  params: ParamsOf<R>
  query: QueryOf<R>
  /** The wallet that signed for a critical action; empty for other routes. */
  signerId: string
}

export type Reply<R extends Route> = AnswerOf<R> extends undefined ? Promise<void> : Promise<AnswerOf<R>>

export type Authorize<S extends Caller = Caller> = <R extends Route>(
  route: R,
  handle: (call: Call<R, S>) => Reply<R>,
  /** Returns the answer again if the action was already carried out and its signature is spent. */
  repeat?: (call: Omit<Call<R, S>, 'signerId'>) => Promise<AnswerOf<R> | undefined>,
) => Endpoint
