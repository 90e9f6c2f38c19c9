/** Serves one contract route: validates the request, calls the handler, sends the answer. */

import { AppError, type FieldProblem } from '@countersign/contract/errors.ts'
import { BODY_MAX_BYTES } from '@countersign/contract/limits.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@countersign/contract/route.ts'
import type { PlatformContext } from '../platform-context.ts'
import type { Exchange } from './exchange.ts'
import { readJson } from './read-body.ts'
import { requireOwnOrigin, requireOwnPage } from './require-own-origin.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { sendBody, sendEmpty, sendJson } from './send-response.ts'

type Input<R extends Route, Admitted> = { params: ParamsOf<R>; query: QueryOf<R>; admitted: Admitted }

export type Handler<R extends Route, Admitted> = (
  exchange: Exchange,
  body: BodyOf<R>,
  input: Input<R, Admitted>,
) => Promise<AnswerOf<R>>

export type Endpoint = {
  route: Route
  serve(context: PlatformContext, exchange: Exchange, headers: SecurityHeaders, params: Params): Promise<void>
}

type Params = Record<string, string>

/** `admit` decides before the body is read whether the caller may proceed. */
export function endpoint<R extends Route, Admitted = undefined>(
  route: R,
  handle: Handler<R, Admitted>,
  admit?: (exchange: Exchange, params: Params) => Promise<Admitted>,
): Endpoint {
  return {
    route,
    async serve(context, exchange, headers, given) {
      if (route.method !== 'GET') requireOwnOrigin(exchange, context.config.origin)
      else if (isFile(route)) requireOwnPage(exchange)
      const admitted = (admit && (await admit(exchange, given))) as Admitted // undefined is its type without `admit`
      const query = readQuery(exchange, route)
      const body = route.method === 'GET' ? undefined : await readBody(exchange, route)
      const params = given as ParamsOf<R> // made from the route's own path
      const answer = await handle(exchange, body as BodyOf<R>, { params, query, admitted }) // a GET's body schema is z.undefined()
      send(exchange, route, answer, headers)
    },
  }
}

function isFile({ media }: Route): boolean {
  return media !== undefined && media !== 'text/event-stream'
}

function send<R extends Route>(exchange: Exchange, route: R, answer: AnswerOf<R>, headers: SecurityHeaders): void {
  if (route.media === 'text/event-stream') return
  if (route.media) return sendFile(exchange, String(answer), { type: route.media, path: route.path, headers })
  if (route.status === 204) return sendEmpty(exchange, 204, headers.call)
  if (route.method !== 'GET') return sendJson(exchange, route.status, JSON.stringify(answer), headers.call)
  const { body, encoding } = write(answer)
  // Private answers are not cached: the next user of the device could read them.
  if (route.caller !== 'anyone') return sendJson(exchange, route.status, body, headers.call, encoding)
  sendWithTag(exchange, { body, encoding }, headers)
}

type TextFile = { type: string; path: string; headers: SecurityHeaders }

function sendFile(exchange: Exchange, text: string, { type, path, headers }: TextFile): void {
  sendBody(exchange, text, {
    ...headers.call,
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="countersign-${path.split('/').at(-1)}"`,
  })
}

function readQuery<R extends Route>(exchange: Exchange, route: R): QueryOf<R> {
  if (!route.query) return undefined as QueryOf<R> // its type when the route has none
  const given = new URLSearchParams(exchange.search)
  const twice = [...given.keys()].find((name) => given.getAll(name).length > 1)
  if (twice !== undefined)
    throw new AppError('invalid_body', { fields: [{ path: pointer(twice.slice(0, 40)), code: 'given_twice' }] })
  return checked<QueryOf<R>>(route.query, Object.fromEntries(given))
}

async function readBody<R extends Route>(exchange: Exchange, route: R): Promise<BodyOf<R>> {
  return checked<BodyOf<R>>(route.body, await readJson(exchange.request, route.maxBody ?? BODY_MAX_BYTES))
}

function checked<T>(schema: Route['body'], sent: unknown): T {
  const read = schema.safeParse(sent)
  if (read.success) return read.data as T // the schema's own output
  throw new AppError('invalid_body', { fields: read.error.issues.slice(0, 10).flatMap(fieldProblems) })
}

type Issue = { code?: string | undefined; path: PropertyKey[]; keys?: string[] }

/** Names the fields, never their values. */
function fieldProblems(issue: Issue): FieldProblem[] {
  const path = issue.path.map(pointer).join('')
  const names = issue.keys?.slice(0, 5).map((key) => path + pointer(key.slice(0, 40)))
  return (names ?? [path]).map((name) => ({ path: name, code: issue.code ?? 'custom' }))
}

function pointer(part: PropertyKey): string {
  return `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

type Written = { body: string; encoding: 'latin1' | 'utf8' }

/** Serialized once per object: session answers repeat. */
const writtenBefore = new WeakMap<object, Written>()

function write(answer: unknown): Written {
  const known = typeof answer === 'object' && answer !== null ? writtenBefore.get(answer) : undefined
  if (known) return known
  const body = JSON.stringify(answer)
  // Node writes ASCII faster as latin1.
  const encoding = /^[\x00-\x7f]*$/.test(body) ? ('latin1' as const) : ('utf8' as const)
  const written = { body, encoding }
  if (typeof answer === 'object' && answer !== null) writtenBefore.set(answer, written)
  return written
}

function sendWithTag(exchange: Exchange, { body, encoding }: Written, headers: SecurityHeaders): void {
  const etag = `"${quickHash(body)}"`
  const tagged = { ...headers.read, ETag: etag }
  if (exchange.header('if-none-match') === etag) return sendEmpty(exchange, 304, tagged)
  sendJson(exchange, 200, body, tagged, encoding)
}

/** FNV-1a in two lanes. Not cryptographic. */
function quickHash(text: string): string {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}
