/** A request to a route of the contract: valid, or changed in its path, query, headers or body. */

import { namespaces } from '@countersign/contract/family/family.ts'
import { BODY_MAX_BYTES, PROOF_BODY_MAX_BYTES } from '@countersign/contract/limits.ts'
import { mayDo } from '@countersign/contract/permission.ts'
import type { Route } from '@countersign/contract/route.ts'
import type { Challenge, Purpose } from '@countersign/contract/routes/challenge.ts'
import { routes, schemasOf } from '@countersign/contract/schemas/route-schemas.ts'
import { requiredStepUps } from '@countersign/contract/step-up.ts'
import { readRows } from '../../support/database/rows.ts'
import { proveAs } from '../../support/families/family-account.ts'
import type { Random } from '../../support/seeded-random.ts'
import { generateValue, type Source } from '../values/generate-value.ts'
import { KNOWN_BODIES } from '../values/known-bodies.ts'
import { changeText, mutateJson, mutateValue } from '../values/mutate-value.ts'
import { ODD_TEXTS } from '../values/odd-values.ts'
import { beginInteraction, beginPhone, beginProof, beginSignOut } from '../world/begin-flow.ts'
import { accountFor, type Persona } from '../world/persona.ts'
import type { World } from '../world/world.ts'
import { browserHeaders, changeHeaders, cookieHeader, randomAddress } from './headers.ts'
import { idFor, type Naming, pathFor } from './params.ts'
import type { FuzzRequest, Header } from './request.ts'

const CHANGES = ['path', 'query', 'headers', 'body', 'json', 'method', 'size', 'framing'] as const
type Change = (typeof CHANGES)[number] | 'nothing'

export async function routeRequest(world: World, random: Random): Promise<FuzzRequest> {
  const route = random.pick(routes)
  const persona = choosePersona(world, route, random)
  const change: Change = random.chance(0.45) ? 'nothing' : random.pick(CHANGES)
  const naming = { world, persona, random }
  await beginFlow(route, naming)
  const path = pathFor(route, naming, change === 'path')
  const value = await bodyFor(route, naming)
  const method = change === 'method' ? random.pick(METHODS) : route.method
  const query = queryFor(route, naming, change === 'query')
  const address = randomAddress(random)
  const headers: Header[] = [
    ...browserHeaders(method, world.server.context.config.origin, address),
    ...cookieHeader(persona),
    ...(route.method === 'GET' ? [] : ([['Content-Type', 'application/json']] as Header[])),
    ...(route.versioned ? await versionHeader(world, path, random) : []),
  ]
  const keepsCookies = change !== 'headers'
  return {
    title: `${route.method} ${route.path} as ${persona.name}${change === 'nothing' ? '' : `, changed ${change}`}`,
    kind: 'route',
    method,
    target: path + query,
    headers: change === 'headers' ? changeHeaders(headers, random) : headers,
    body: route.method === 'GET' && change !== 'size' ? undefined : writeBody(route, value, { change, random }),
    framing: change === 'framing' || random.chance(0.05) ? 'chunked' : 'length',
    persona: keepsCookies ? persona : undefined,
    stepUps: random.chance(0.7) ? stepUpsFor(route, { path, value }) : [],
  }
}

/** What the route continues. */
async function beginFlow({ path }: Route, { world, persona, random }: Naming): Promise<void> {
  const app = world.apps[random.below(3)] ?? world.apps[0]
  if (!random.chance(0.5)) return
  if (path.startsWith('/api/interactions/')) {
    const id = await (/\/(?:proof|challenges)$/.test(path)
      ? beginProof(persona, world.apps[0])
      : beginInteraction(persona, app, random.pick(['consent', 'select_account', 'login'])))
    if (id !== undefined) persona.own.interaction = [id]
  }
  if (path.startsWith('/api/sign-outs/')) {
    const id = await beginSignOut(persona, app)
    if (id !== undefined) persona.own['sign-out'] = [id]
  }
  if (path.startsWith('/api/phone')) {
    const asked = await beginPhone(persona)
    if (asked === undefined) return
    persona.own.phr = [asked.request.id]
    world.texts.phoneCode = [asked.code]
    world.texts.number = [asked.number]
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

/** Mostly someone who may. */
function choosePersona({ personas }: World, { caller, permission = 'self' }: Route, random: Random): Persona {
  const able = personas.filter(({ role }) => caller !== 'session' || (role && mayDo(role, permission)))
  return random.pick(random.chance(0.75) ? able : personas)
}

function sourceFor(naming: Naming, isAdmin: boolean, extra: Record<string, unknown> = {}): Source {
  const { world, random } = naming
  const field = (name: string): unknown => {
    if (name in extra) return extra[name]
    if (name === 'urls') return random.chance(0.8) ? [world.node.url] : undefined
    const texts = world.texts[name]
    if (texts && random.chance(0.7)) return random.pick(texts)
    if (name === 'clientId' && random.chance(0.5)) return random.pick(world.apps).party.app.clientId
    if (name === 'host' && random.chance(0.5)) return random.pick(world.hosts)
    return undefined
  }
  return { random, field, id: (prefix) => idFor(prefix, naming, isAdmin) }
}

const PURPOSES: Readonly<Record<string, Purpose>> = {
  'POST /api/setup': 'setup',
  'POST /api/me/wallets': 'link_wallet',
  'POST /api/session/step-up': 'step_up',
  'POST /api/recoveries': 'recover',
  'POST /api/interactions/:id/proof': 'app_proof',
}

async function bodyFor(route: Route, naming: Naming): Promise<unknown> {
  const { body } = schemasOf(route)
  if (!body) return undefined
  const isAdmin = route.path.startsWith('/api/admin/')
  const { world, random } = naming
  const proof = route.proof && random.chance(0.7) ? await proofFor(route, naming) : undefined
  const source = sourceFor(naming, isAdmin, proof ? { proof } : {})
  const known = KNOWN_BODIES[`${route.method} ${route.path}`]
  if (!known || random.chance(0.5)) return generateValue(body, source)
  return known({ ...source, proof, text: (name) => random.pick(world.texts[name] ?? ['']) })
}

async function proofFor(route: Route, { persona, random }: Naming): Promise<unknown> {
  const purpose = PURPOSES[`${route.method} ${route.path}`] ?? 'sign_in'
  const more = purpose === 'step_up' ? { action: 'admin.mode' } : purpose === 'setup' ? { instanceName: 'Acme' } : {}
  const [interaction] = persona.own.interaction ?? []
  const isForApp = purpose === 'app_proof' && interaction !== undefined
  const account = accountFor(persona, isForApp || random.chance(0.5) ? 'own' : random.pick(namespaces))
  const path = isForApp ? `/api/interactions/${interaction}/challenges` : '/api/challenges'
  const headers = { 'x-forwarded-for': randomAddress(random) }
  const { json, status } = await persona.browser.post(path, isForApp ? undefined : { purpose, ...more }, headers)
  return status === 201 ? proveAs(json as Challenge, account) : undefined // what the contract says
}

function queryFor(route: Route, naming: Naming, odd: boolean): string {
  const { random } = naming
  const { query } = schemasOf(route)
  const value = query ? generateValue(query, sourceFor(naming, route.path.startsWith('/api/admin/'))) : {}
  const fields = Object.entries(value as Record<string, string>) // query strings are objects of strings
  if (odd) {
    const name = random.pick([...fields.map(([each]) => each), 'limit', 'cursor', 'q', random.pick(ODD_TEXTS)])
    fields.push([name, random.chance(0.5) ? random.pick(ODD_TEXTS) : changeText(String(fields[0]?.[1]), random)])
  }
  if (fields.length === 0) return ''
  const text = fields.map(([name, each]) => `${encode(name)}=${encode(String(each))}`).join('&')
  return odd && random.chance(0.1) ? `?${text}&%zz=%&&=%ff` : `?${text.slice(0, 9000)}`
}

/** `encodeURIComponent` refuses half a character. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

type Writing = { change: Change; random: Random }

function writeBody(route: Route, value: unknown, { change, random }: Writing): Buffer | undefined {
  const changed = change === 'body' ? mutateValue(value ?? {}, random) : value
  const json = JSON.stringify(changed) ?? ''
  if (change === 'json') return mutateJson(json === '' ? '{}' : json, random)
  if (change === 'size') return oversized(route, json, random)
  return Buffer.from(json)
}

/** Around the limit, or far beyond it. */
function oversized({ maxBody, proof }: Route, json: string, random: Random): Buffer {
  const limit = maxBody ?? (proof ? PROOF_BODY_MAX_BYTES : BODY_MAX_BYTES)
  const size = random.pick([limit - 1, limit, limit + 1, limit + 1, Math.min(limit * 4, 400_000)])
  return Buffer.from(json.padEnd(Math.min(size, 400_000)))
}

function stepUpsFor(route: Route, { path, value }: { path: string; value: unknown }) {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([^/]+)')}$`)
  const values = pattern.exec(path)?.slice(1) ?? []
  const params = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
  return requiredStepUps(route.stepUp, { params, body: value })
}

const TABLES: Readonly<Record<string, string>> = {
  app: 'app',
  grp: 'people_group',
  hst: 'protected_host',
  net: 'network',
  per: 'person',
  wal: 'wallet',
}

/** The current version, mostly. */
async function versionHeader({ server }: World, path: string, random: Random): Promise<Header[]> {
  if (path.startsWith('/api/admin/settings')) return [['If-Match', `"${await settingsVersion(server)}"`]]
  const id = /\/((\w{3})_\w{26})/.exec(path)
  const table = TABLES[id?.[2] ?? '']
  const sql = `SELECT version FROM ${table} WHERE id = ?`
  const rows = table && random.chance(0.8) ? await readRows(server, sql, id?.[1] ?? '') : []
  return [['If-Match', `"${rows[0]?.version ?? random.pick([1, 1, 2, 3])}"`]]
}

async function settingsVersion(server: World['server']): Promise<number> {
  const [row] = await readRows(server, "SELECT value FROM setting WHERE key = 'settings'")
  return row ? (JSON.parse(String(row.value)) as { version: number }).version : 1 // as it is stored
}
