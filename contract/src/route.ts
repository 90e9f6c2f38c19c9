import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permission.ts'
import type { StepUp } from './step-up.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Who may call: anyone; a browser that holds the binding cookie; someone signed in. */
export type Caller = 'anyone' | 'browser' | 'session'

type AnySchema = z.ZodMiniType

export type Route<
  Body extends AnySchema = AnySchema,
  Answer extends AnySchema = AnySchema,
  Query extends AnySchema = AnySchema,
  Path extends `/${string}` = `/${string}`,
> = {
  method: Method
  /** `:name` stands for one path segment. */
  path: Path
  caller: Caller
  /** What someone signed in must be allowed to do; their own affairs unless said. */
  permission?: Permission
  stepUp?: StepUp
  /** The call needs `If-Match` with the version it means to change. */
  versioned?: true
  /** `z.undefined()` for a route that takes no body. */
  body: Body
  /** The query string as an object of strings; none unless said. */
  query?: Query
  answer: Answer
  /** The status of a good answer. */
  status: 200 | 201 | 202 | 204
  /** Anything but JSON: the answer is then text, sent as a file of that type. */
  media?: 'text/csv' | 'application/x-ndjson' | 'text/event-stream'
  /** The codes this route may answer with besides the common ones. */
  errors: readonly ErrorCode[]
  maxBody?: number
}

export type BodyOf<R> = R extends { body: infer Body extends AnySchema } ? z.infer<Body> : never
export type AnswerOf<R> = R extends { answer: infer Answer extends AnySchema } ? z.infer<Answer> : never
export type QueryOf<R> = R extends { query?: infer Query }
  ? NonNullable<Query> extends AnySchema
    ? z.infer<NonNullable<Query>>
    : undefined
  : undefined
export type ParamsOf<R> = R extends { path: infer Path extends string } ? Record<ParamNames<Path>, string> : never

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Both sides import the same value: the server implements it, the browser calls it. */
export function defineRoute<
  Body extends AnySchema,
  Answer extends AnySchema,
  Query extends AnySchema,
  const Path extends `/${string}`,
>(route: Route<Body, Answer, Query, Path>): Route<Body, Answer, Query, Path> {
  return route
}
