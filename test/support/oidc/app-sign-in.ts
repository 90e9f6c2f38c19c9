/** Signs a person in to an app, from the authorization request to the tokens. */

import assert from 'node:assert/strict'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Browser, type HttpResponse, newAccount, openBrowser, signIn } from '../server/http-browser.ts'
import { expectStarted } from '../server/responses.ts'
import type { TestServer } from '../server/server.ts'
import {
  authorizeRequest,
  callbackParams,
  exchangeCode,
  interactionIdOf,
  locationOf,
  type RelyingParty,
  type Request,
  submitDecision,
  type Tokens,
} from './relying-party.ts'

export type SignedInPerson = { browser: Browser; account: PrivateKeyAccount; personId: string }

export async function signInPerson(
  server: TestServer,
  browser: Browser = openBrowser(server),
): Promise<SignedInPerson> {
  const account = newAccount()
  const { me } = expectStarted(await signIn(browser, account))
  return { browser, account, personId: me.id }
}

export type AuthorizationCode = { request: Request; code: string; params: URLSearchParams }

/** Approves every interaction until the app receives its code. */
export async function getCode(
  browser: Browser,
  party: RelyingParty,
  changes: Record<string, string | undefined> = {},
): Promise<AuthorizationCode> {
  const request = authorizeRequest(party, changes)
  const params = callbackParams(party, await approveAll(browser, await browser.get(request.path)))
  const code = params.get('code') ?? ''
  assert.notEqual(code, '', params.toString())
  return { request, code, params }
}

export async function approveAll(browser: Browser, response: HttpResponse): Promise<HttpResponse> {
  let at = response
  for (let step = 0; step < 4 && locationOf(at).startsWith('/'); step++) {
    const id = interactionIdOf(at)
    const seen = await browser.get(`/api/interactions/${id}`)
    const { step } = seen.json as { step: string } // compared at once
    assert.match(step, /^(?:select_account|consent)$/, seen.text)
    at = await submitDecision(browser, id, step === 'consent' ? 'allow' : 'continue')
  }
  return at
}

export async function getTokens(
  browser: Browser,
  party: RelyingParty,
  changes: Record<string, string | undefined> = {},
): Promise<Tokens> {
  const { request, code } = await getCode(browser, party, changes)
  return exchangeCode(browser, party, request, code)
}

/** A POST by the app with client_secret_basic. */
export function postAsApp(
  browser: Browser,
  party: RelyingParty,
  { path, params }: { path: string; params: Record<string, string> },
): Promise<HttpResponse> {
  const basic = Buffer.from(`${party.app.clientId}:${party.secret}`).toString('base64')
  return browser.call({
    method: 'POST',
    path,
    raw: new URLSearchParams(params).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${basic}`,
      cookie: undefined,
      origin: undefined,
    },
  })
}

export function fetchUserinfo(browser: Browser, token: string): Promise<HttpResponse> {
  return browser.call({ path: '/oidc/userinfo', headers: { authorization: `Bearer ${token}`, cookie: undefined } })
}

export function refreshTokens(browser: Browser, party: RelyingParty, token: string): Promise<HttpResponse> {
  return postAsApp(browser, party, {
    path: '/oidc/token',
    params: { grant_type: 'refresh_token', refresh_token: token },
  })
}

/** The status and OAuth error code of a response. */
export function oauthErrorOf(response: HttpResponse): { status: number; error: string } {
  return { status: response.status, error: (response.json as { error: string } | undefined)?.error ?? response.text }
}
