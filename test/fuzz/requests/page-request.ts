/** A page, a file, an image or a probe, with hostile paths and queries. */

import { endpoints } from '@countersign/contract/endpoints.ts'
import { pages } from '@countersign/contract/pages.ts'
import type { Random } from '../../support/seeded-random.ts'
import { changeText } from '../values/mutate-value.ts'
import { ODD_TEXTS } from '../values/odd-values.ts'
import type { World } from '../world/world.ts'
import { browserHeaders, changeHeaders, cookieHeader, randomAddress } from './headers.ts'
import type { FuzzRequest } from './request.ts'

const OTHER_PATHS: readonly string[] = [
  ...endpoints.map(({ path }) => path).filter((path) => !path.startsWith('/oidc') && !path.includes('<')),
  '/favicon.svg',
  '/docs',
  '/docs/',
  '/assets/app.js',
  '/theme/336699.css',
  `/identicon/0x${'12'.repeat(20)}.svg`,
  '/index.html',
  '/robots.txt',
  '/api',
  '/api/',
]

const ODD_PATHS: readonly string[] = [
  '//evil.example',
  '/..',
  '/../../etc/passwd',
  '/assets/../../../etc/passwd',
  '/assets/%2e%2e/%2e%2e/etc/passwd',
  '/assets/%00',
  '/%',
  '/%ff%fe',
  '/\\evil.example',
  '/;/api/session',
  '/API/SESSION',
  '/api//session',
  '/api/session/',
  '/api/session%2f',
  '/api/%73ession',
  '/home#x',
  '/?',
  '/??x',
  '*',
  'http://evil.example/home',
  '/__proto__',
  '/constructor/prototype',
  `/${'a'.repeat(8000)}`,
  `/${'a/'.repeat(3000)}`,
]

const QUERIES: readonly string[] = [
  '?return_to=/home',
  '?return_to=//evil.example',
  '?return_to=/forward-auth/start?host=wiki.example%26to=/%26state=x',
  '?return_to=javascript:alert(1)',
  '?return_to=%00',
  '?interaction=x&interaction=y',
  '?code=invalid_request&app=app_x',
  '?q=<script>alert(1)</script>',
  '?%',
]

export function pageRequest(world: World, random: Random): FuzzRequest {
  const persona = random.pick(world.personas)
  const pattern = random.chance(0.7) ? random.pick(pages) : random.pick(OTHER_PATHS)
  const filled = pattern.replaceAll(/:\w+/g, () => valueFor(world, random))
  const path = random.chance(0.2)
    ? random.pick(ODD_PATHS)
    : random.chance(0.2)
      ? pathText(changeText(filled, random))
      : filled
  const method = random.chance(0.85) ? 'GET' : random.pick(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
  const headers = [
    ...browserHeaders(method, world.server.context.config.origin, randomAddress(random)),
    ...cookieHeader(persona),
  ]
  const isChanged = random.chance(0.3)
  return {
    title: `${method} ${path.slice(0, 200)} as ${persona.name}`,
    kind: 'page',
    method,
    target: path + (random.chance(0.3) ? random.pick(QUERIES) : ''),
    headers: isChanged ? changeHeaders(headers, random) : headers,
    body: method === 'POST' ? Buffer.from('a=1') : undefined,
    framing: 'length',
    persona: isChanged ? undefined : persona,
    stepUps: [],
  }
}

function valueFor({ ids }: World, random: Random): string {
  if (random.chance(0.4)) return random.pick([...(ids.app ?? []), ...(ids.per ?? []), 'A'.repeat(27)])
  return encodeURIComponent(random.pick(ODD_TEXTS).toWellFormed()).slice(0, 3000)
}

/** What can be in a request line. */
function pathText(text: string): string {
  return `/${Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\0-\x20\x7f]/g, '')
    .slice(0, 6000)}`
}
