/** The check of a protected host as a proxy sends it, with hostile forwarded headers, and the sign-in for one. */

import { FORWARD_AUTH_START } from '@countersign/contract/endpoints.ts'
import { checkPath } from '../../../server/src/forward-auth/check-path.ts'
import { writeHostCookie } from '../../../server/src/forward-auth/host-cookie.ts'
import { readRows } from '../../support/database/rows.ts'
import type { Random } from '../../support/seeded-random.ts'
import { changeText } from '../values/mutate-value.ts'
import { ODD_TEXTS } from '../values/odd-values.ts'
import type { Persona } from '../world/persona.ts'
import type { World } from '../world/world.ts'
import { changeHeaders, cookieHeader, oddHeaderValue, randomAddress } from './headers.ts'
import type { FuzzRequest, Header } from './request.ts'

const HOSTS = [
  'a.wild.example',
  'a.b.wild.example',
  'WIKI.example',
  'wiki.example.',
  'wiki.example:443',
  'unknown.example',
]
const ODD_HOSTS = [
  '',
  'wiki.example:0',
  'wiki.example:99999',
  'wiki.example@evil.example',
  'wiki.example, x',
  '[::1]',
  'localhost:3000',
  'wiki..example',
  `${'a'.repeat(300)}.example`,
]
const TARGETS = [
  '/',
  '/public/x',
  '/admin',
  '/admin/',
  '/a/b?c=d',
  '/.countersign/out',
  '/.countersign/callback?ticket=x&to=/',
]
const ODD_TARGETS = [
  '',
  'x',
  '//evil.example/x',
  '//x/admin',
  '/public/../admin',
  '/public/%2e%2e/admin',
  '/%61dmin;%ff',
  '/public//admin',
  '/public\\..\\admin',
  '/admin%00',
  '/admin%',
  '/;x/admin',
  '/admin/.',
  '*',
  'http://wiki.example/admin',
  `/${'a/'.repeat(2000)}`,
  `/${'%41'.repeat(2000)}`,
  '/.countersign/../admin',
  '/.countersign/callback?ticket=%00&to=//evil.example',
]
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'get', 'X', '', 'GET, POST', 'A'.repeat(30)]
const SCHEMES = ['https', 'http', 'wss', 'ws', '', 'javascript', 'https, http']
const MORE: readonly Header[] = [
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X_HTTP_Method_Override', 'DELETE, x'],
  ['X-Method-Override', ''],
  ['X-Forwarded-Uri', '/public/x'],
  ['X-Forwarded-Host', 'files.example:8443'],
  ['X-Original-URL', 'https://wiki.example/public/x'],
  ['X-Original-Method', 'GET'],
  ['Remote-User', 'per_x'],
  ['Accept', 'application/json'],
]

export async function forwardAuthRequest(world: World, random: Random): Promise<FuzzRequest> {
  const persona = random.pick(world.personas)
  const host = random.chance(0.15)
    ? random.pick(ODD_HOSTS)
    : random.pick([...world.hosts.slice(0, 2), ...world.hosts, ...HOSTS])
  const isStart = random.chance(0.1)
  const path = isStart ? `${FORWARD_AUTH_START}?${startQuery(world, random)}` : await pathOfCheck(world, random)
  const headers: Header[] = [
    ['Host', 'localhost:3000'],
    ['X-Forwarded-For', randomAddress(random)],
    ['Accept', random.pick(['text/html', '*/*'])],
    ...(isStart ? [] : forwarded(host, random)),
    ...(isStart ? cookieHeader(persona) : random.chance(0.6) ? hostCookie(world, { host, persona, random }) : []),
    ...(random.chance(0.2) ? bearer(world, random) : []),
    ...(random.chance(0.15) ? [random.pick(MORE)] : []),
  ]
  const isChanged = random.chance(0.1)
  const method = isStart || random.chance(0.8) ? 'GET' : random.pick(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])
  return {
    title: `${method} ${isStart ? FORWARD_AUTH_START : 'forward-auth check'} as ${persona.name}`,
    kind: 'forward-auth',
    method,
    target: path,
    headers: isChanged ? changeHeaders(headers, random) : headers,
    body: method === 'POST' && random.chance(0.5) ? Buffer.from('x'.repeat(random.below(2000))) : undefined,
    framing: random.chance(0.5) ? 'chunked' : 'length',
    persona: undefined,
    stepUps: [],
  }
}

/** An admin may have rotated it. */
async function pathOfCheck({ server }: World, random: Random): Promise<string> {
  const [row] = await readRows(server, "SELECT value FROM setting WHERE key = 'check_path_salt'")
  const path = checkPath(server.context.keys, String(row?.value ?? ''))
  return random.chance(0.95) ? path : random.pick([`${path}x`, `${path}/`, path.slice(0, -1), '/forward-auth/check-'])
}

function forwarded(host: string, random: Random): Header[] {
  const isOdd = random.chance(0.4)
  const target = isOdd && random.chance(0.6) ? random.pick(ODD_TARGETS) : random.pick(TARGETS)
  const changed = isOdd && random.chance(0.3) ? headerText(changeText(target, random)) : target
  const method = isOdd && random.chance(0.3) ? random.pick(METHODS) : random.pick(METHODS.slice(0, 4))
  const scheme = isOdd && random.chance(0.2) ? random.pick(SCHEMES) : 'https'
  if (random.chance(0.3))
    return [
      ['X-Original-URL', `${scheme}://${host}${changed}`],
      ['X-Original-Method', method],
    ]
  return [
    ['X-Forwarded-Method', method],
    ['X-Forwarded-Proto', scheme],
    ['X-Forwarded-Host', host],
    ['X-Forwarded-Uri', changed],
  ]
}

function headerText(text: string): string {
  return Buffer.from(text.slice(0, 5000))
    .toString('latin1')
    .replaceAll(/[\0-\x1f\x7f]/g, '')
}

type Visit = { host: string; persona: Persona; random: Random }

/** That of the persona's session mostly. */
function hostCookie({ server }: World, { host, persona, random }: Visit): Header[] {
  const { sessionId } = persona.person ?? {}
  if (sessionId && random.chance(0.8))
    return [['Cookie', writeHostCookie(server.context, host, sessionId).split(';')[0] ?? '']]
  const value = random.pick([
    '',
    'x',
    '..',
    `ses_${'0'.repeat(26)}.9999999999.${'A'.repeat(43)}`,
    oddHeaderValue(random),
  ])
  return [['Cookie', `__Host-cs_fwd=${value}; __Host-cs_fwd_state=${value}; cs_fwd=${value}`]]
}

function bearer({ hostTokens }: World, random: Random): Header[] {
  const token = random.chance(0.5) ? random.pick(hostTokens) : `cs_host_${headerText(random.pick(ODD_TEXTS))}`
  return [['Authorization', `${random.pick(['Bearer', 'bearer', 'Bearer\t', 'Basic'])} ${token}`]]
}

function startQuery({ hosts }: World, random: Random): string {
  const query = new URLSearchParams({
    host: random.pick([...hosts, ...HOSTS, ...ODD_HOSTS]),
    to: random.pick([...TARGETS, ...ODD_TARGETS]).slice(0, 3000),
    state: random.pick(['A'.repeat(43), '', 'x']),
  })
  return query.toString()
}
