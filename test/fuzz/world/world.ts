/** An installation with some of everything, whose ids the requests name. */

import { gzipSync } from 'node:zlib'
import type { ProblemDetails } from '@countersign/contract/errors.ts'
import type { Engine } from '../../support/database/engines.ts'
import { type FakeNode, startNode } from '../../support/chain/fake-node.ts'
import { readRows } from '../../support/database/rows.ts'
import { createClientKey, jwkSetOf, type ClientKey } from '../../support/oidc/client-key.ts'
import { exchangeCode, type RelyingParty, registerApp, type Tokens } from '../../support/oidc/relying-party.ts'
import { getCode } from '../../support/oidc/app-sign-in.ts'
import { addToken } from '../../support/proxies/protected-host.ts'
import { conditionOf, ruleOf } from '../../support/rule-fixtures.ts'
import { addPerson, type TestPerson } from '../../support/server/people.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import { usesSecret } from '../../../server/src/apps/secret.ts'
import type { Files } from '../../../server/src/platform/http/static-files.ts'
import { addPersonas, type Persona, readOwn } from './persona.ts'

export type World = {
  server: TestServer
  port: number
  node: FakeNode
  personas: Persona[]
  boss: TestPerson
  /** Somebody whose things other people name in requests and must not reach. */
  bystander: Record<string, string[]>
  /** Ids by prefix, and everything else that requests name. */
  ids: Record<string, string[]>
  apps: { party: RelyingParty; tokens: Tokens | undefined; codes: string[]; key: ClientKey | undefined }[]
  hosts: string[]
  hostTokens: string[]
  /** Settles when nobody is signed in again. */
  signingIn: Promise<void>
  close(): Promise<void>
}

export async function buildWorld(engine: Engine): Promise<World> {
  const node = await startNode()
  const server = await startServer(engine, { nodeDeadline: AbortSignal.timeout, files: FILES })
  const boss = await addPerson(server, 'owner')
  const bystander = await addPerson(server)
  const personas = await addPersonas(server, boss)
  // Only a wallet of some age may sign for critical actions.
  server.clock.now += WALLET_NEW_MS + 1000
  const ids: Record<string, string[]> = {}
  const call = caller(boss, ids)
  await addGroups(call, personas)
  await addHosts(call)
  await call('POST', '/api/admin/networks', { chainId: 1, name: 'Ethereum', urls: [node.url] })
  await addPeopleThings(call, personas)
  const apps = await addApps(server, personas, bystander)
  for (const { party } of apps) (ids.app ??= []).push(party.app.id)
  for (const persona of personas) if (persona.person) persona.own = await readOwn(server, persona.person)
  ids.per = personas.flatMap(({ own }) => own.per ?? [])
  for (const prefix of ['ses', 'wal', 'dev', 'ntc', 'vlt', 'grt'])
    ids[prefix] = personas.flatMap(({ own }) => own[prefix] ?? [])
  for (const { party } of apps.filter(({ party }) => usesSecret(party.app)))
    await call('POST', `/api/admin/apps/${party.app.id}/secrets`, {})
  const hostTokens = await Promise.all((ids.hst ?? []).slice(0, 2).map((id) => addToken(server, id, { name: 'ci' })))
  ids.req = (await readRows(server, 'SELECT id FROM access_request ORDER BY id')).map(({ id }) => String(id))
  return {
    server,
    port: Number(new URL(server.url).port),
    node,
    personas,
    boss,
    bystander: await readOwn(server, bystander),
    ids,
    apps,
    hosts: HOSTS.map(({ host }) => host),
    hostTokens,
    signingIn: Promise.resolve(),
    async close() {
      await server.context.background.settled()
      await server.close()
      await node.die()
    },
  }
}

/** One of each kind that the built page has. */
const FILES: Files = new Map([
  ['/favicon.svg', fileOf('image/svg+xml', { icon: true })],
  ['/assets/app.js', fileOf('text/javascript; charset=utf-8')],
  ['/docs', fileOf('text/html; charset=utf-8', { page: true, etag: 'W/"1"' })],
])

function fileOf(type: string, more: object = {}) {
  return { type, cache: 'no-cache', page: false, icon: false, gzip: gzipSync('text'), ...more }
}

type Caller = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

/** Collects the ids in the answers. */
function caller(boss: TestPerson, ids: Record<string, string[]>): Caller {
  return async (method, path, body) => {
    const { json, status, text } = await boss.signed(method, path, body)
    const code = (json as ProblemDetails | undefined)?.code // none of a good answer
    if (status >= 400) throw new Error(`${method} ${path} answered ${code}: ${text}`)
    for (const [id = '', prefix = ''] of text.matchAll(/\b([a-z]{3})_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g)) {
      const known = (ids[prefix] ??= [])
      if (!known.includes(id)) known.push(id)
    }
    return (json ?? {}) as Record<string, unknown> // an answer without a body has no fields
  }
}

async function addGroups(call: Caller, personas: Persona[]): Promise<void> {
  const people = personas.flatMap(({ person }) => (person ? [person.id] : []))
  for (const slug of ['staff', 'crew', 'holders', 'empty', 'other']) {
    const { id } = await call('POST', '/api/admin/groups', { name: slug, slug })
    if (slug !== 'empty') await call('PUT', `/api/admin/groups/${id}/members`, { add: people.slice(0, 3), remove: [] })
    if (slug === 'crew') await call('POST', `/api/admin/groups/${id}/wallet-lists`, { csv: `0x${'12'.repeat(20)}` })
    if (slug === 'holders')
      await call('PUT', `/api/admin/groups/${id}/rule`, { rule: ruleOf(conditionOf.role('admin', 'owner')) })
  }
}

const HOSTS = [
  { host: 'wiki.example', rules: [{ path: '/public/*', methods: [], access: 'public', groupIds: [] }] },
  { host: 'files.example:8443', rules: [] },
  { host: '*.wild.example', rules: [{ path: '/admin', methods: ['DELETE'], access: 'everyone', groupIds: [] }] },
]

async function addHosts(call: Caller): Promise<void> {
  for (const host of HOSTS) await call('POST', '/api/admin/hosts', { ...host, name: 'A site', access: 'everyone' })
}

async function addPeopleThings(call: Caller, personas: Persona[]): Promise<void> {
  for (const role of ['member', 'admin'])
    for (const maxUses of role === 'admin' ? [1] : [1, 5])
      await call('POST', '/api/admin/invites', { role, maxUses, expiresInMs: 86_400_000 })
  for (const { person } of personas)
    if (person) await person.browser.post('/api/me/recovery-codes')
}

async function addApps(server: TestServer, personas: Persona[], bystander: TestPerson): Promise<World['apps']> {
  const key = createClientKey()
  const parties = [
    { party: await registerApp(server), key: undefined },
    { party: await registerApp(server, { kind: 'spa', authMethod: 'none', consent: 'never' }), key: undefined },
    { party: await registerApp(server, { authMethod: 'private_key_jwt', jwks: jwkSetOf(key) }), key },
    { party: await registerApp(server, { tokenAudience: 'https://api.example', idTokenAlg: 'RS256' }), key: undefined },
    { party: await registerApp(server, { status: 'disabled' }), key: undefined },
  ]
  const members = personas.filter(({ role, adminMode }) => role && !adminMode)
  const apps: World['apps'] = parties.map((each) => ({ ...each, tokens: undefined, codes: [] }))
  for (const app of apps) {
    const { party, key: own } = app
    if (party.app.status === 'disabled' || party.app.authMethod !== 'client_secret_basic' || own) continue
    await getCode(bystander.browser, party)
    for (const { browser } of members.slice(0, 2)) {
      const { request, code } = await getCode(browser, party)
      app.tokens = await exchangeCode(browser, party, request, code)
      app.codes.push(code, (await getCode(browser, party)).code)
    }
  }
  return apps
}
