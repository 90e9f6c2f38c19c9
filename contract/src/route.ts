import type * as z from 'zod/mini'
import type { ErrorCode } from './error/errors.ts'
import type { Permission } from './permission.ts'
import type { StepUp } from './step-up.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Who may call: anyone; a browser with its binding cookie; someone signed in. */
export type Caller = 'anyone' | 'browser' | 'session'

/** What the server validates a route with. A missing member means: no body, no query string, no answer. */
export type RouteSchemas = { body?: z.ZodMiniType; query?: z.ZodMiniType; answer?: z.ZodMiniType }

type RouteOptions = {
  /** `session` by default. */
  caller?: Caller
  /** What someone signed in must be allowed to do; `self` by default. */
  permission?: Permission
  stepUp?: StepUp
  /** The call needs `If-Match` with the version to change. */
  versioned?: true
  /** The body contains a proof: this sets its size limit and adds the errors of proofs. */
  proof?: true
  /** The proof may have been handed over by a phone, which adds the errors of that. */
  phone?: true
  maxBody?: number
  /** The status of a successful answer; 200 by default. */
  status?: 200 | 201 | 202 | 204
  /** The type of an answer that is text instead of JSON. */
  media?: 'text/csv' | 'application/x-ndjson' | 'text/event-stream'
  /** Error codes besides the common ones and those that the other members imply; `errorsOf` lists them all. */
  errors?: readonly ErrorCode[]
}

type Defaults = Required<Pick<RouteOptions, 'caller' | 'status' | 'errors'>>

export type Route<
  Schemas extends RouteSchemas = RouteSchemas,
  Path extends `/${string}` = `/${string}`,
> = RouteOptions &
  Defaults & {
    method: Method
    path: Path
    /** Exists in the type only. */
    schemas?: Schemas
  }

export type BodyOf<R> = Parsed<R, 'body'>
export type AnswerOf<R> = Parsed<R, 'answer'>
export type QueryOf<R> = Parsed<R, 'query'>
export type ParamsOf<R> = R extends { path: infer Path extends string } ? Record<ParamNames<Path>, string> : never

export type SchemasOf<R> = R extends { schemas?: infer Schemas } ? NonNullable<Schemas> : never

type Parsed<R, Part extends keyof RouteSchemas> =
  SchemasOf<R> extends Record<Part, infer Schema extends z.ZodMiniType> ? z.infer<Schema> : undefined

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/**
 * `:name` in the path matches one segment. Curried because TypeScript infers either all type arguments or none: the
 * schemas are named, the path is inferred.
 */
export function defineRoute<Schemas extends RouteSchemas = Record<never, never>>() {
  return <const Path extends `/${string}`>(
    call: `${Method} ${Path}`,
    options: RouteOptions = {},
  ): Route<Schemas, Path> => {
    const [method, path] = call.split(' ') as [Method, Path] // as its type says
    return { method, path, caller: 'session', status: 200, errors: [], ...options }
  }
}
