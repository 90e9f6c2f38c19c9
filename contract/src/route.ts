import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Who may call: anyone; a browser that holds the binding cookie; someone signed in. */
export type Caller = 'anyone' | 'browser' | 'session'

export type Route<Body extends z.ZodMiniType = z.ZodMiniType, Answer extends z.ZodMiniType = z.ZodMiniType> = {
  method: Method
  path: `/${string}`
  caller: Caller
  /** `z.undefined()` for a route that takes no body. */
  body: Body
  answer: Answer
  /** The status of a good answer. */
  status: 200 | 201 | 204
  /** The codes this route may answer with besides the common ones. */
  errors: readonly ErrorCode[]
  maxBody?: number
}

export type BodyOf<R> = R extends Route<infer Body, z.ZodMiniType> ? z.infer<Body> : never
export type AnswerOf<R> = R extends Route<z.ZodMiniType, infer Answer> ? z.infer<Answer> : never

/** Both sides import the same value: the server implements it, the browser calls it. */
export function defineRoute<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  route: Route<Body, Answer>,
): Route<Body, Answer> {
  return route
}
