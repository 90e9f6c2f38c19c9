/** An installation with some of everything, whose ids the requests name. */

import { gzipSync } from 'node:zlib'
import type { Scope } from '@countersign/contract/app/scope.ts'
import { WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import { usesSecret } from '../../../server/src/apps/secret.ts'
import { newId } from '../../../server/src/platform/crypto/id.ts'
import type { Files } from '../../../server/src/platform/http/static-files.ts'
import { type FakeNode, startNode } from '../../support/chain/fake-node.ts'
import type { Engine } from '../../support/database/engines.ts'
import { changeRows, readRows } from '../../support/database/rows.ts'
import { blackPng } from '../../support/images.ts'
import { getCode } from '../../support/oidc/app-sign-in.ts'
import { type ClientKey, createClientKey, jwkSetOf } from '../../support/oidc/client-key.ts'
import { type RelyingParty, registerApp, type Tokens } from '../../support/oidc/relying-party.ts'
import { addToken } from '../../support/proxies/protected-host.ts'
import { conditionOf, ruleOf } from '../../support/rule-fixtures.ts'
import { newAccount } from '../../support/server/http-browser.ts'
import { addPerson, type TestPerson } from '../../support/server/people.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { addPersonas, type Persona, readOwn } from './persona.ts'

export type App = {
  party: RelyingParty
  /** Of private_key_jwt. */
  key: ClientKey | undefined
  tokens: Tokens | undefined
  codes: { code: string; verifier: string }[]
}

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
  /** Texts that a field of this name takes, such as recovery codes. */
  texts: Record<string, string[]>
  /** Requests of administrators do not name the first ones. */
  apps: [App, ...App[]]
  hosts: string[]
  hostTokens: string[]
  /** Settles when nobody is signed in again. */
  signingIn: Promise<void>
  close(): Promise<void>
}

export async function buildWorld(engine: Engine): Promise<World> {
  const node = await startNode()
  answerCalls(node)
  const server = await startServer(engine, { nodeDeadline: AbortSignal.timeout, files: FILES })
  const boss = await addPerson(server, 'owner')
  const bystander = await addPerson(server)
  const personas = await addPersonas(server, boss)
  // Only a wallet of some age may sign for critical actions.
  server.clock.now += WALLET_NEW_MS + 1000
  const ids: World['ids'] = {}
  const texts: World['texts'] = { image: [blackPng(8, 8).toString('base64')] }
  const call = openCaller(boss, ids)
  await addGroups(call, personas)
  await addHosts(call)
  await addNetworks(server, call, node)
  await addLinks(call, personas, texts)
  const apps = await addApps(server, call, ids)
  const { id } = bystander
  await getCode(bystander.browser, apps[0].party)
  await addOwnThings(server, { personas, apps, call })
  for (const persona of personas) if (persona.person) persona.own = await readOwn(server, persona.person)
  ids.req = (await readRows(server, 'SELECT id FROM access_request ORDER BY id')).map((row) => String(row.id))
  // The last one was collected when it was deleted.
  ids.per = [...personas.flatMap(({ own }) => own.per ?? []), ...(ids.per ?? []).slice(-1)]
  for (const prefix of ['ses', 'wal', 'dev', 'ntc', 'vlt', 'grt'])
    ids[prefix] = personas.flatMap(({ own }) => own[prefix] ?? [])
  const stable = (ids.hst ?? []).splice(0, STABLE_HOSTS)
  for (const host of ids.hst ?? []) await call('POST', `/api/admin/hosts/${host}/tokens`, { name: 'ci' })
  const hostTokens: string[] = []
  for (const host of stable) hostTokens.push(await addToken(server, host, { name: 'ci' }))
  return {
    server,
    port: Number(new URL(server.url).port),
    node,
    personas,
    boss,
    bystander: await readOwn(server, { id }),
    ids,
    texts,
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

/** Contracts that answer every call with one. */
function answerCalls({ table }: FakeNode): void {
  const one = { result: `0x${'1'.padStart(64, '0')}` }
  for (const method of ['eth_call', 'eth_getBalance']) table.set(method, one)
  table.set('eth_getCode', { result: '0x6001' })
  table.set('eth_blockNumber', { result: '0x100' })
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

/** Nodes of other chains answer as one of the first. */
async function addNetworks(server: TestServer, call: Caller, node: FakeNode): Promise<void> {
  await call('POST', '/api/admin/networks', { chainId: 1, name: 'Ethereum', urls: [node.url] })
  for (const chainId of [5, 10, 100]) {
    node.chainId = `0x${chainId.toString(16)}`
    await call('POST', '/api/admin/networks', { chainId, name: `Chain ${chainId}`, urls: [node.url] })
  }
  node.chainId = '0x1'
  await server.context.background.settled()
}

type Parts = Pick<World, 'personas' | 'apps'> & { call: Caller }

/** A second wallet, a grant, an access request and a deletion. */
async function addOwnThings(server: TestServer, { personas, apps, call }: Parts): Promise<void> {
  const app = apps.find(({ party }) => party.app.consent === 'never') ?? apps[0]
  for (const { person } of personas) {
    if (!person) continue
    const sql = `INSERT INTO wallet (id, person_id, namespace, address, chain, kind, status, linked_via, linked_at,
      last_used_at, version) VALUES (?, ?, 'eip155', ?, '0', 'eoa', 'linked', 'link', 1, 1, 1)`
    await changeRows(server, sql, newId(server.context, 'wal'), person.id, newAccount().address.toLowerCase())
    await getCode(person.browser, app.party)
    await person.browser.post('/api/me/vaults', { chainId: 1, address: newAccount().address })
    await person.browser.post('/api/me/access-requests', { host: 'closed.example' })
  }
  const leaving = await addPerson(server)
  await call('DELETE', `/api/admin/people/${leaving.id}`)
  await call('GET', `/api/admin/people/${leaving.id}`)
}

type Caller = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

/** Collects the ids in the answers. */
function openCaller(boss: TestPerson, ids: World['ids']): Caller {
  return async (method, path, body) => {
    const { json, status, text } = await boss.signed(method, path, body)
    if (status >= 400) throw new Error(`${method} ${path} answered ${text}`)
    for (const [id, prefix = ''] of text.matchAll(/\b([a-z]{3})_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g)) {
      ids[prefix] ??= []
      if (!ids[prefix].includes(id)) ids[prefix].push(id)
    }
    return (json ?? {}) as Record<string, unknown> // an answer without a body has no fields
  }
}

async function addGroups(call: Caller, personas: Persona[]): Promise<void> {
  const people = personas.flatMap(({ person }) => (person ? [person.id] : []))
  for (const slug of ['staff', 'crew', 'holders', 'empty', 'other']) {
    const { id } = await call('POST', '/api/admin/groups', { name: slug, slug })
    if (slug !== 'empty') await call('PUT', `/api/admin/groups/${id}/members`, { add: people.slice(0, 3), remove: [] })
    await call('POST', `/api/admin/groups/${id}/wallet-lists`, { csv: `0x${'12'.repeat(20)}` })
    if (slug === 'holders')
      await call('PUT', `/api/admin/groups/${id}/rule`, { rule: ruleOf(conditionOf.role('admin', 'owner')) })
  }
}

const HOSTS = [
  { host: 'wiki.example', rules: [{ path: '/public/*', methods: [], access: 'public', groupIds: [] }] },
  { host: 'files.example:8443', rules: [] },
  { host: '*.wild.example', rules: [{ path: '/admin', methods: ['DELETE'], access: 'everyone', groupIds: [] }] },
  ...['one', 'two', 'three', 'four'].map((name) => ({ host: `${name}.example`, rules: [] })),
]

/** Which requests of administrators do not name, so that checks have somebody to let in. */
const STABLE_HOSTS = 3

async function addHosts(call: Caller): Promise<void> {
  for (const host of HOSTS) await call('POST', '/api/admin/hosts', { ...host, name: 'A site', access: 'everyone' })
  const { id } = await call('POST', '/api/admin/groups', { name: 'Closed', slug: 'closed' })
  const closed = { host: 'closed.example', name: 'A site', access: 'groups', groupIds: [id] }
  await call('POST', '/api/admin/hosts', closed)
}

/** Invitations, recovery links and recovery codes. */
async function addLinks(call: Caller, personas: Persona[], texts: World['texts']): Promise<void> {
  const tokenOf = ({ url }: Record<string, unknown>) => String(url).split(/[/#=]/).at(-1) ?? ''
  texts.token = []
  texts.link = []
  for (const [role, maxUses] of [
    ['member', 1],
    ['member', 5],
    ['auditor', 2],
    ['admin', 1],
  ] as const)
    texts.token.push(tokenOf(await call('POST', '/api/admin/invites', { role, maxUses, expiresInMs: 86_400_000 })))
  texts.invite = texts.token
  for (const { person, role } of personas) {
    if (!person) continue
    if (role !== 'owner') texts.link.push(tokenOf(await call('POST', `/api/admin/people/${person.id}/recovery-link`)))
    const { json } = await person.signed('POST', '/api/me/recovery-codes')
    texts.code = [...(texts.code ?? []), ...(json as { codes: string[] }).codes] // its answer by the contract
  }
}

async function addApps(server: TestServer, call: Caller, ids: World['ids']): Promise<World['apps']> {
  const key = createClientKey()
  const add = async (changes: Parameters<typeof registerApp>[1] = {}, own?: ClientKey): Promise<App> => {
    const party = await registerApp(server, changes)
    if (usesSecret(party.app)) await call('POST', `/api/admin/apps/${party.app.id}/secrets`, {})
    return { party, key: own, tokens: undefined, codes: [] }
  }
  const scopes: Scope[] = ['openid', 'profile', 'wallet', 'wallet_proof', 'groups', 'offline_access']
  const stable: World['apps'] = [
    await add({ scopes }),
    await add({ authMethod: 'private_key_jwt', jwks: jwkSetOf(key) }, key),
    await add({ kind: 'spa', authMethod: 'none' }),
    await add({ tokenAudience: 'https://api.example', idTokenAlg: 'RS256' }),
  ]
  delete ids.app
  delete ids.sec
  const others = [
    await add(),
    await add({ status: 'disabled' }),
    await add({ requirePar: true }),
    await add({ consent: 'never' }),
  ]
  ids.app = others.map(({ party }) => party.app.id)
  return [...stable, ...others]
}
