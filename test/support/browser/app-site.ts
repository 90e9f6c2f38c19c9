/** A relying party on its own port: its requests, callbacks and claims. */

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { accessRuleFor } from '../access-rule.ts'
import { readJwt, type Tokens } from '../oidc/relying-party.ts'
import type { AdminSuite } from './admin-suite.ts'
import type { TestUser } from './test-user.ts'

export type AppSite = {
  id: string
  name: string
  /** The host of its redirect URI, as shown to people. */
  host: string
  origin: string
  /** Allows this user's browser to visit the app. */
  allowIn(user: TestUser): void
  /** The path of a new authorization request. */
  authorizationUrl(changes?: Record<string, string>): string
  /** Starts an authorization request. */
  requestAuthorization(page: Page, changes?: Record<string, string>): Promise<void>
  /** Starts an RP-initiated logout without an id_token_hint. */
  requestSignOut(page: Page): Promise<void>
  /** Waits for the callback and returns its parameters. */
  readCallback(page: Page): Promise<URLSearchParams>
  /** Exchanges the code and returns the claims of the ID token. */
  claims(callback: URLSearchParams): Promise<Record<string, unknown>>
}

/** Where the app is registered. */
type AppHost = Pick<AdminSuite, 'change'> & { suite: { product: { origin: string } } }
type AppOptions = { name?: string; groupIds?: string[]; launchUrl?: string; scopes?: string[]; consent?: string }

let apps = 0

/** Starts an app and inserts it into the database. */
export async function startAppSite(site: AppHost, options: AppOptions = {}): Promise<AppSite> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(request.url?.startsWith('/callback') ? '<title>Back</title><h1>Back at the app</h1>' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address is never a string
  const app = insertApp(site, origin, options)
  const verifiers = new Map<string, string>()
  const redirect = `${origin}/callback`
  const authorizationUrl = (changes: Record<string, string> = {}) => {
    const [state, verifier] = [randomBytes(8).toString('hex'), randomBytes(32).toString('base64url')]
    verifiers.set(state, verifier)
    const params = new URLSearchParams({
      ...{ client_id: app.clientId, redirect_uri: redirect, response_type: 'code', state, nonce: state },
      scope: app.scopes.join(' '),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    })
    return `/oidc/authorize?${params}`
  }
  return {
    ...app,
    origin,
    host: new URL(origin).host,
    allowIn: (user) => user.allowOrigin(origin),
    authorizationUrl,
    requestAuthorization: async (page, changes) => void (await page.goto(authorizationUrl(changes))),
    async requestSignOut(page) {
      const params = { client_id: app.clientId, post_logout_redirect_uri: `${origin}/bye`, state: 'left' }
      await page.goto(`/oidc/end-session?${new URLSearchParams(params)}`)
    },
    async readCallback(page) {
      await page.waitForURL((url) => url.origin === origin)
      return new URL(page.url()).searchParams
    },
    async claims(callback) {
      const tokens = await requestTokens(site, {
        ...{ grant_type: 'authorization_code', client_id: app.clientId, redirect_uri: redirect },
        code: callback.get('code') ?? '',
        code_verifier: verifiers.get(callback.get('state') ?? '') ?? '',
      })
      return readJwt(tokens.id_token)
    },
  }
}

async function requestTokens(site: AppHost, params: Record<string, string>): Promise<Tokens> {
  const response = await fetch(`${site.suite.product.origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams(params),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return JSON.parse(text)
}

function insertApp(site: AppHost, origin: string, options: AppOptions) {
  const number = String(++apps).padStart(26, '0')
  const { groupIds = [], launchUrl, scopes = ['openid', 'profile', 'wallet'], consent = 'first_time' } = options
  const [id, clientId, name] = [`app_${number}`, `client-${apps}`, options.name ?? `Notes ${apps}`]
  const columns = {
    ...{ id, client_id: clientId, name, name_key: name.toLowerCase(), kind: 'web', preset: 'other', status: 'active' },
    ...{ auth_method: 'none', redirect_uris: JSON.stringify([`${origin}/callback`]) },
    ...{ post_logout_uris: JSON.stringify([`${origin}/bye`]), allowed_origins: '[]', scopes: JSON.stringify(scopes) },
    ...{ consent, subject_type: 'pairwise', id_token_alg: 'ES256', email: 'none', require_par: 0 },
    ...{ access: accessRuleFor(groupIds).access, group_ids: JSON.stringify(groupIds) },
    ...{ access_seconds: 600, refresh_idle_seconds: 86_400 },
    ...{ refresh_max_seconds: 864_000, created_at: 1, updated_at: 1, version: 1 },
    ...(launchUrl === undefined ? {} : { launch_url: launchUrl }),
  }
  const placeholders = Object.keys(columns).map(() => '?')
  site.change(`INSERT INTO app (${Object.keys(columns)}) VALUES (${placeholders})`, ...Object.values(columns))
  return { id, clientId, name, scopes }
}
