/** A relying party over plain HTTP: each step of the authorization code flow can be changed. */

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import { insertApp } from '../../../server/src/apps/app.store.ts'
import { insertSecret } from '../../../server/src/apps/secret.store.ts'
import { newSecret, usesSecret } from '../../../server/src/apps/secret.ts'
import { newId } from '../../../server/src/platform/crypto/id.ts'
import { accessRuleFor } from '../access-rule.ts'
import type { Browser, HttpResponse } from '../server/http-browser.ts'
import type { TestServer } from '../server/server.ts'

export type RelyingParty = { app: App; secret: string; redirectUri: string }

const REDIRECT = 'https://app.example/callback'

/** Inserts an app into the database. */
export async function registerApp(server: TestServer, changes: Partial<App> = {}): Promise<RelyingParty> {
  const { context } = server
  const id = newId(context, 'app')
  const app: App = {
    id,
    clientId: `client-${id.slice(-8)}`,
    kind: 'web',
    preset: 'other',
    status: 'active',
    name: `App ${id.slice(-8)}`,
    logo: null,
    launchUrl: null,
    authMethod: 'client_secret_basic',
    jwks: null,
    redirectUris: [REDIRECT],
    postLogoutUris: ['https://app.example/bye'],
    allowedOrigins: [],
    backchannelLogoutUri: null,
    scopes: ['openid', 'profile', 'wallet', 'groups', 'offline_access'],
    consent: 'first_time',
    subjectType: 'pairwise',
    idTokenAlg: 'ES256',
    email: 'none',
    requirePar: false,
    requirePkce: true,
    allowHttp: false,
    introspectAppIds: [],
    tokenAudience: null,
    ...accessRuleFor(changes.groupIds ?? []),
    accessSeconds: 600,
    refreshIdleSeconds: 86_400,
    refreshMaxSeconds: 864_000,
    secrets: [],
    keys: [],
    people: 0,
    lastSignInAt: null,
    createdAt: new Date(context.now()).toISOString(),
    version: 1,
    ...changes,
  }
  await insertApp(context.store, { ...app, logoId: null, lastSignInAt: null, createdAt: context.now() })
  const { secret, record } = newSecret(context, id)
  if (usesSecret(app)) await insertSecret(context.store, record)
  return { app, secret, redirectUri: app.redirectUris[0] ?? REDIRECT }
}

export type Request = { path: string; verifier: string; state: string; nonce: string }

export function authorizeRequest(party: RelyingParty, changes: Record<string, string | undefined> = {}): Request {
  const verifier = randomBytes(32).toString('base64url')
  const [state, nonce] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')]
  const params = {
    client_id: party.app.clientId,
    redirect_uri: party.redirectUri,
    response_type: 'code',
    scope: 'openid profile wallet groups offline_access',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  const definedParams = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { path: `/oidc/authorize?${new URLSearchParams(definedParams)}`, verifier, state, nonce }
}

/** The Location of a response; for the problem page without the app. */
export const locationOf = (response: HttpResponse): string =>
  String(response.headers.location ?? '').replace(/^(\/app-problem\?code=\w+)&app=app_\w{26}$/, '$1')

/** The id of the interaction that a response redirects to. */
export function interactionIdOf(response: HttpResponse): string {
  assert.equal(response.status, 303, response.text)
  const [, id = ''] = /^\/(?:consent\/|sign-in\?interaction=)([A-Za-z0-9_-]+)$/.exec(locationOf(response)) ?? []
  assert.notEqual(id, '', locationOf(response))
  return id
}

/** Submits a decision and resumes the authorization request. */
export async function submitDecision(browser: Browser, id: string, decision: string): Promise<HttpResponse> {
  const response = await postDecision(browser, id, decision)
  assert.equal(response.status, 200, response.text)
  return browser.get((response.json as { redirectTo: string }).redirectTo) // checked by what follows
}

/** Posts a decision with the hash of the consent that was shown, as the page does. */
export async function postDecision(browser: Browser, id: string, decision: string): Promise<HttpResponse> {
  return browser.post(`/api/interactions/${id}`, { decision, seen: await readSeenHash(browser, id) })
}

export async function readSeenHash(browser: Browser, id: string): Promise<string | undefined> {
  const { seen } = (await browser.get(`/api/interactions/${id}`)).json as { seen?: string | null } // the server checks it
  return seen ?? undefined
}

export function callbackParams(party: RelyingParty, response: HttpResponse): URLSearchParams {
  assert.equal(response.status, 303, response.text)
  const url = new URL(locationOf(response), 'https://nowhere.example')
  assert.equal(`${url.origin}${url.pathname}`, party.redirectUri, url.href)
  return url.searchParams
}

export function requestToken(
  browser: Browser,
  party: RelyingParty,
  params: Record<string, string>,
): Promise<HttpResponse> {
  const basic = Buffer.from(`${party.app.clientId}:${party.secret}`).toString('base64')
  return browser.call({
    method: 'POST',
    path: '/oidc/token',
    raw: new URLSearchParams(params).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${basic}`,
      cookie: undefined,
      origin: undefined,
    },
  })
}

export type Tokens = { access_token: string; id_token: string; refresh_token?: string; scope: string }

export async function exchangeCode(
  browser: Browser,
  party: RelyingParty,
  request: Request,
  code: string,
): Promise<Tokens> {
  const response = await requestToken(browser, party, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: party.redirectUri,
    code_verifier: request.verifier,
  })
  assert.equal(response.status, 200, response.text)
  return response.json as Tokens // compared by the tests
}

export function readJwt(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
