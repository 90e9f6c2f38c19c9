/** A person who uses an app: the whole way from its link to its tokens, for tests that begin after it. */

import assert from 'node:assert/strict'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Answer, type Browser, newAccount, openBrowser, signIn } from '../server/http-browser.ts'
import { startedOf } from '../server/responses.ts'
import type { TestServer } from '../server/server.ts'
import {
  authorizeRequest,
  codeIn,
  decide,
  exchange,
  interactionOf,
  locationOf,
  type RelyingParty,
  type Request,
  type Tokens,
} from './relying-party.ts'

export type Guest = { browser: Browser; account: PrivateKeyAccount; personId: string }

export async function enter(server: TestServer, browser: Browser = openBrowser(server)): Promise<Guest> {
  const account = newAccount()
  const { me } = startedOf(await signIn(browser, account))
  return { browser, account, personId: me.id }
}

export type Coded = { request: Request; code: string; params: URLSearchParams }

/** Says yes to everything until the app has its code. */
export async function getCode(
  browser: Browser,
  party: RelyingParty,
  changes: Record<string, string | undefined> = {},
): Promise<Coded> {
  const request = authorizeRequest(party, changes)
  const params = codeIn(party, await agree(browser, await browser.get(request.path)))
  const code = params.get('code') ?? ''
  assert.notEqual(code, '', params.toString())
  return { request, code, params }
}

export async function agree(browser: Browser, answer: Answer): Promise<Answer> {
  let at = answer
  for (let asked = 0; asked < 4 && locationOf(at).startsWith('/'); asked++) {
    const id = interactionOf(at)
    const seen = await browser.get(`/api/interactions/${id}`)
    const { step } = seen.json as { step: string } // compared at once
    assert.match(step, /^(?:select_account|consent)$/, seen.text)
    at = await decide(browser, id, step === 'consent' ? 'allow' : 'continue')
  }
  return at
}

export async function getTokens(
  browser: Browser,
  party: RelyingParty,
  changes: Record<string, string | undefined> = {},
): Promise<Tokens> {
  const { request, code } = await getCode(browser, party, changes)
  return exchange(browser, party, request, code)
}

/** What an app posts, with its secret. */
export function appPost(
  browser: Browser,
  party: RelyingParty,
  { path, params }: { path: string; params: Record<string, string> },
): Promise<Answer> {
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

export function userinfo(browser: Browser, token: string): Promise<Answer> {
  return browser.call({ path: '/oidc/userinfo', headers: { authorization: `Bearer ${token}`, cookie: undefined } })
}

export function refresh(browser: Browser, party: RelyingParty, token: string): Promise<Answer> {
  return appPost(browser, party, { path: '/oidc/token', params: { grant_type: 'refresh_token', refresh_token: token } })
}

/** What is wrong, as OAuth says it. */
export function errorOf(answer: Answer): { status: number; error: string } {
  return { status: answer.status, error: (answer.json as { error: string } | undefined)?.error ?? answer.text }
}
