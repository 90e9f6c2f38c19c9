import { AppError, type FieldProblem } from '@countersign/contract/error/errors.ts'
import { BODY_MAX_BYTES, PROOF_BODY_MAX_BYTES } from '@countersign/contract/limits.ts'
import { matchSegments } from '@countersign/contract/pages.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route, RouteSchemas } from '@countersign/contract/route.ts'
import { noBodySchema, schemasOf } from '@countersign/contract/schemas/route-schemas.ts'
import { invalidField } from '../invalid-field.ts'
import type { PlatformContext } from '../platform-context.ts'
import type { Exchange } from './exchange.ts'
import { readJson } from './request/read-body.ts'
import { requireOwnOrigin, requireOwnPage } from './request/require-own-origin.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { send } from './send-response.ts'

export type Handler<R extends Route, Admitted> = (
  exchange: Exchange,
  body: BodyOf<R>,
  request: { params: ParamsOf<R>; query: QueryOf<R>; admitted: Admitted },
) => Promise<AnswerOf<R>>

export type Endpoint = {
  route: Route
  serve(context: PlatformContext, exchange: Exchange, headers: SecurityHeaders, params: Params): Promise<void>
}

type Params = Record<string, string>

/** A caller who sends the body slowly may lose what they had when the headers arrived. */
export type Admission<Admitted> = {
  /** Before the body is read. */
  admit(exchange: Exchange, params: Params): Promise<Admitted>
  /** After it was read, and before anything else. */
  confirm(exchange: Exchange, admitted: Admitted): Promise<Admitted>
}

export function endpoint<R extends Route, Admitted = undefined>(
  route: R,
  handle: Handler<R, Admitted>,
  admission?: Admission<Admitted>,
): Endpoint {
  const schemas = schemasOf(route)
  return {
    route,
    async serve(context, exchange, headers, given) {
      if (route.method !== 'GET') requireOwnOrigin(exchange, context.config.origin)
      else if (isFile(route)) requireOwnPage(exchange)
      let admitted = (await admission?.admit(exchange, given)) as Admitted // undefined is its type without an admission
      const query = readQuery(exchange, schemas) as QueryOf<R> // validated by the route's schema
      let body: unknown
      if (route.method !== 'GET') {
        const limit = route.maxBody ?? (route.proof ? PROOF_BODY_MAX_BYTES : BODY_MAX_BYTES)
        const sent = await readJson(exchange.request, limit)
        if (admission) admitted = await admission.confirm(exchange, admitted)
        body = validate(schemas.body ?? noBodySchema, sent)
      }
      const params = given as ParamsOf<R> // matched with the route's path
      const answer = await handle(exchange, body as BodyOf<R>, { params, query, admitted }) // validated by the route's schema
      sendAnswer(exchange, route, answer, headers)
    },
  }
}

function isFile({ media }: Route): boolean {
  return media !== undefined && media !== 'text/event-stream'
}

function sendAnswer<R extends Route>(
  exchange: Exchange,
  route: R,
  answer: AnswerOf<R>,
  headers: SecurityHeaders,
): void {
  if (route.media === 'text/event-stream') return
  if (route.media) return sendFile(exchange, String(answer), { type: route.media, path: route.path, headers })
  if (route.status === 204) return send(exchange, 204, { headers: headers.call })
  if (route.method !== 'GET')
    return send(exchange, route.status, { headers: headers.json, body: JSON.stringify(answer) })
  const serialized = serialize(answer)
  // Personal answers are not cached: the next person on this device could read them.
  if (route.caller !== 'anyone') return send(exchange, route.status, { headers: headers.json, ...serialized })
  sendWithTag(exchange, serialized, headers)
}

type TextFile = { type: string; path: string; headers: SecurityHeaders }

function sendFile(exchange: Exchange, text: string, { type, path, headers }: TextFile): void {
  const more = {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="countersign-${path.split('/').at(-1)}"`,
  }
  send(exchange, 200, { headers: headers.call, more, body: text })
}

function readQuery(exchange: Exchange, { query }: RouteSchemas): unknown {
  if (!query) return undefined
  const parameters = new URLSearchParams(exchange.search)
  const repeated = [...parameters.keys()].find((name) => parameters.getAll(name).length > 1)
  if (repeated !== undefined) throw invalidField(pointer(repeated.slice(0, 40)), 'given_twice')
  return validate(query, Object.fromEntries(parameters))
}

function validate(schema: NonNullable<RouteSchemas['body']>, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('invalid_body', { fields: result.error.issues.slice(0, 10).flatMap(fieldProblems) })
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

type Serialized = { body: string; bytes: number }

/** Handlers often return the same object again, such as a session. */
const answers = new WeakMap<object, Serialized>()

function serialize(answer: unknown): Serialized {
  const cached = typeof answer === 'object' && answer !== null ? answers.get(answer) : undefined
  if (cached) return cached
  const body = JSON.stringify(answer)
  const result = { body, bytes: Buffer.byteLength(body) }
  if (typeof answer === 'object' && answer !== null) answers.set(answer, result)
  return result
}

function sendWithTag(exchange: Exchange, { body, bytes }: Serialized, headers: SecurityHeaders): void {
  const etag = `"${quickHash(body)}"`
  if (exchange.header('if-none-match') === etag)
    return send(exchange, 304, { headers: headers.read, more: { ETag: etag } })
  send(exchange, 200, { headers: headers.read, more: { ETag: etag }, body, bytes })
}

/** FNV-1a in two lanes: distinguishes versions of one answer; not cryptographic. */
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

type Methods = Map<string, Endpoint>
type Match = { methods: Methods; params: Params }

/** Paths without parameters are found in a map, others segment by segment. */
export function matchEndpoints(endpoints: Endpoint[]): (path: string) => Match | undefined {
  const byPath = new Map<string, Methods>()
  for (const endpoint of endpoints) {
    const methods = byPath.get(endpoint.route.path) ?? new Map<string, Endpoint>()
    byPath.set(endpoint.route.path, methods.set(endpoint.route.method, endpoint))
  }
  const patterns = [...byPath].filter(([path]) => path.includes('/:'))
  const withParams = patterns.map(([path, methods]) => ({ segments: path.split('/'), methods }))
  return (path) => {
    const methods = byPath.get(path)
    if (methods && !path.includes('/:')) return { methods, params: {} }
    const segments = path.split('/')
    for (const { segments: pattern, methods } of withParams) {
      const params = matchSegments(pattern, segments)
      if (params && Object.values(params).every((value) => PARAM.test(value))) return { methods, params }
    }
    return undefined
  }
}

const PARAM = /^[A-Za-z0-9_-]{1,64}$/
