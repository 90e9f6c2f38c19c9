/** Steps of OpenID Connect flows that a request continues. */

import { AssertionError } from 'node:assert'
import { getCode } from '../../support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  exchangeCode,
  interactionIdOf,
  locationOf,
  submitDecision,
} from '../../support/oidc/relying-party.ts'
import { type Asked, open } from '../../support/server/phone.ts'
import type { Persona } from './persona.ts'
import type { App, World } from './world.ts'

/** An open interaction of the persona's browser; undefined if it was refused or not necessary. */
export async function beginInteraction(persona: Persona, { party }: App, prompt: string): Promise<string | undefined> {
  const { path } = authorizeRequest(party, { prompt })
  return /^\/(?:consent\/|sign-in\?interaction=)([\w-]+)$/.exec(locationOf(await persona.browser.get(path)))?.[1]
}

/** An interaction that waits for a proof for the app. */
export async function beginProof({ browser }: Persona, { party }: App): Promise<string | undefined> {
  const approve = async () => {
    let response = await browser.get(authorizeRequest(party, { scope: 'openid wallet_proof' }).path)
    for (;;) {
      const id = interactionIdOf(response)
      const { step } = (await browser.get(`/api/interactions/${id}`)).json as { step: string } // compared at once
      if (step === 'prove') return id
      response = await submitDecision(browser, id, step === 'consent' ? 'allow' : 'continue')
    }
  }
  return approve().catch(ifRefused)
}

/** Another request may revoke the grant or sign the person out meanwhile. */
function ifRefused(error: unknown): undefined {
  if (!(error instanceof AssertionError)) throw error
}

/** A sign-out that waits for a confirmation. */
export async function beginSignOut(persona: Persona, { party }: App): Promise<string | undefined> {
  const query = new URLSearchParams({
    client_id: party.app.clientId,
    post_logout_redirect_uri: 'https://app.example/bye',
  })
  const location = locationOf(await persona.browser.get(`/oidc/end-session?${query}`))
  return /^\/sign-out\?\w+=([\w-]+)/.exec(location)?.[1]
}

/** A request that the persona's browser created, and opened as its own phone; undefined if it was refused. */
export async function beginPhone({ browser }: Persona): Promise<Asked | undefined> {
  const { status, json } = await browser.post('/api/phone-requests', { purpose: 'sign_in' })
  if (status !== 201) return undefined
  const asked = json as Asked // what the contract says
  await open(browser, asked)
  return asked
}

/** Tokens and a code for the first app. */
export async function renewTokens(world: World): Promise<void> {
  const [app] = world.apps
  const { browser } = world.boss
  const getTokens = async () => {
    const { request, code } = await getCode(browser, app.party)
    app.tokens = await exchangeCode(browser, app.party, request, code)
    const next = await getCode(browser, app.party)
    app.codes = [...app.codes, { code: next.code, verifier: next.request.verifier }].slice(-3)
  }
  await getTokens().catch(ifRefused)
}
