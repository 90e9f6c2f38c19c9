import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Scope } from '@countersign/contract/app/scope.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { getTokens, signInPerson } from '../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  exchangeCode,
  interactionIdOf,
  locationOf,
  postDecision,
  type RelyingParty,
  readJwt,
  registerApp,
  submitDecision,
} from '../../../../test/support/oidc/relying-party.ts'
import { type Browser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

forDefaultEngine('the person of a request', (engine) => {
  let server: TestServer
  let party: RelyingParty
  before(async () => {
    server = await startServer(engine)
    // oidc-provider reads the wall clock.
    server.clock.now = Date.now()
    party = await registerApp(server)
  })
  after(() => server.close())

  const copyOf = (browser: Browser) => new Map(browser.cookies)

  test('must be in the session of the decision', async () => {
    const first = await signInPerson(server)
    const id = interactionIdOf(await first.browser.get(authorizeRequest(party, { prompt: 'consent' }).path))
    const response = await postDecision(first.browser, id, 'allow')
    const { redirectTo } = response.json as { redirectTo: string } // used at once
    const before = copyOf(first.browser)
    await signInPerson(server, first.browser)
    const other = await first.browser.get(redirectTo)
    assert.deepEqual([other.status, locationOf(other)], [303, '/app-problem?code=interaction_expired'])
    first.browser.cookies.delete('cs')
    const signedOut = await first.browser.get(redirectTo)
    assert.equal(locationOf(signedOut), '/app-problem?code=interaction_expired')
    for (const [name, value] of before) first.browser.cookies.set(name, value)
    const replaced = await first.browser.get(redirectTo)
    assert.equal(locationOf(replaced), '/app-problem?code=interaction_expired', 'the new sign-in ended the old session')
  })

  test('is asked for consent after someone else allowed it, when the app always asks', async () => {
    const scopes: Scope[] = ['openid', 'wallet', 'wallet_proof']
    const consentingApp = await registerApp(server, { consent: 'always', scopes })
    const authorizePath = () => authorizeRequest(consentingApp, { scope: scopes.join(' ') }).path
    const allowApp = async (browser: Browser) =>
      interactionIdOf(await submitDecision(browser, interactionIdOf(await browser.get(authorizePath())), 'allow'))
    const person = await signInPerson(server)
    await allowApp(person.browser)
    const { browser } = await signInPerson(server)
    const id = await allowApp(browser)
    await signIn(browser, person.account)
    const challenge = (await browser.post(`/api/interactions/${id}/challenges`)).json as Challenge // checked by its use
    const proof = await prove(challenge, person.account)
    const proven = await browser.post(`/api/interactions/${id}/proof`, { proof })
    const next = interactionIdOf(await browser.get((proven.json as { redirectTo: string }).redirectTo)) // used at once
    const stepOf = async (of: string) => ((await browser.get(`/api/interactions/${of}`)).json as { step: string }).step // compared next
    assert.equal(await stepOf(next), 'consent')
    // The wallet proof of one session does not count in the next.
    await signInPerson(server, browser)
    assert.equal(await stepOf(interactionIdOf(await submitDecision(browser, next, 'allow'))), 'prove')
  })

  test('must match the id_token_hint', async () => {
    const expectedPerson = await signInPerson(server)
    const { id_token: hint } = await getTokens(expectedPerson.browser, party)
    const otherPerson = await signInPerson(server)
    await getTokens(otherPerson.browser, party)
    const silent = authorizeRequest(party, { id_token_hint: hint, prompt: 'none' })
    assert.equal(callbackParams(party, await otherPerson.browser.get(silent.path)).get('error'), 'login_required')

    const request = authorizeRequest(party, { id_token_hint: hint })
    const id = interactionIdOf(await otherPerson.browser.get(request.path))
    server.clock.now = Date.now() + 2000
    await signIn(otherPerson.browser, otherPerson.account)
    const wrong = callbackParams(party, await submitDecision(otherPerson.browser, id, 'continue'))
    assert.deepEqual([wrong.get('error'), wrong.get('code')], ['login_required', null])

    const again = authorizeRequest(party, { id_token_hint: hint })
    const second = interactionIdOf(await otherPerson.browser.get(again.path))
    server.clock.now = Date.now() + 4000
    await signIn(otherPerson.browser, expectedPerson.account)
    const params = callbackParams(party, await submitDecision(otherPerson.browser, second, 'continue'))
    const tokens = await exchangeCode(otherPerson.browser, party, again, params.get('code') ?? '')
    assert.equal(readJwt(tokens.id_token).sub, readJwt(hint).sub)
  })

  test('signs again when max_age has passed', async () => {
    server.clock.now = Date.now() - 600_000
    const { browser, account } = await signInPerson(server)
    server.clock.now = Date.now()
    await getTokens(browser, party)
    const within = authorizeRequest(party, { max_age: '900', prompt: 'none' })
    assert.ok(callbackParams(party, await browser.get(within.path)).get('code'))
    for (const age of ['300', '0']) {
      const late = authorizeRequest(party, { max_age: age, prompt: age === '0' ? undefined : 'none' })
      const response = await browser.get(late.path)
      if (age !== '0') assert.equal(callbackParams(party, response).get('error'), 'login_required')
      else assert.match(locationOf(response), /^\/sign-in\?interaction=/)
    }
    const request = authorizeRequest(party, { max_age: '300' })
    const id = interactionIdOf(await browser.get(request.path))
    assert.equal((await browser.post(`/api/interactions/${id}`, { decision: 'continue' })).status, 401)
    server.clock.now = Date.now() + 2000
    await signIn(browser, account)
    const params = callbackParams(party, await submitDecision(browser, id, 'continue'))
    const claims = readJwt((await exchangeCode(browser, party, request, params.get('code') ?? '')).id_token)
    assert.ok(Math.abs(Number(claims.auth_time) - Date.now() / 1000) < 60)
  })

  test('signs again for the fresh ACR, which the ID token contains', async () => {
    server.clock.now = Date.now() - 120_000
    const { browser, account } = await signInPerson(server)
    await getTokens(browser, party)
    server.clock.now = Date.now()
    const [fresh, wallet] = ['urn:countersign:acr:fresh', 'urn:countersign:acr:wallet']
    const requestSilently = async (acrValues: string) => {
      const request = authorizeRequest(party, { acr_values: acrValues, prompt: 'none' })
      return { request, params: callbackParams(party, await browser.get(request.path)) }
    }
    for (const acrValues of [wallet, `${fresh} ${wallet}`, 'urn:of:somebody:else']) {
      const { request, params } = await requestSilently(acrValues)
      assert.equal(
        readJwt((await exchangeCode(browser, party, request, params.get('code') ?? '')).id_token).acr,
        wallet,
      )
    }
    assert.equal((await requestSilently(fresh)).params.get('error'), 'login_required')

    const request = authorizeRequest(party, { acr_values: fresh })
    const id = interactionIdOf(await browser.get(request.path))
    assert.equal((await browser.post(`/api/interactions/${id}`, { decision: 'continue' })).status, 401)
    server.clock.now = Date.now() + 2000
    await signIn(browser, account)
    const params = callbackParams(party, await submitDecision(browser, id, 'continue'))
    assert.equal(readJwt((await exchangeCode(browser, party, request, params.get('code') ?? '')).id_token).acr, fresh)
    const { request: again, params: at } = await requestSilently(fresh)
    assert.equal(readJwt((await exchangeCode(browser, party, again, at.get('code') ?? '')).id_token).acr, fresh)
  })
})
