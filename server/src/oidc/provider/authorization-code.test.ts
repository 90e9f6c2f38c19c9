import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import {
  authorizeRequest,
  callbackParams,
  exchangeCode,
  interactionIdOf,
  readJwt,
  registerApp,
  submitDecision,
} from '../../../../test/support/oidc/relying-party.ts'
import { newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

forDefaultEngine('an app that signs people in', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  test('sends a visitor to sign in, then to consent, and gets a code, tokens and claims', async () => {
    const party = await registerApp(server)
    const browser = openBrowser(server)
    const request = authorizeRequest(party)
    const interactionId = interactionIdOf(await browser.get(request.path))
    const seen = await browser.get(`/api/interactions/${interactionId}`)
    assert.equal((seen.json as { step: string }).step, 'sign_in', seen.text)
    const account = newAccount()
    const started = expectStarted(await signIn(browser, account))
    const consent = interactionIdOf(await submitDecision(browser, interactionId, 'continue'))
    const params = callbackParams(party, await submitDecision(browser, consent, 'allow'))
    assert.equal(params.get('state'), request.state)
    assert.equal(params.get('iss'), `${server.context.config.origin}/oidc`)
    const tokens = await exchangeCode(browser, party, request, params.get('code') ?? '')
    const claims = readJwt(tokens.id_token)
    assert.equal(claims.nonce, request.nonce)
    assert.equal(claims.wallet, `eip155:0:${account.address}`)
    const info = await browser.get('/oidc/userinfo', { authorization: `Bearer ${tokens.access_token}` })
    assert.equal(info.status, 200, info.text)
    assert.equal((info.json as { sub: string }).sub, claims.sub)
    assert.notEqual(claims.sub, started.me.id)
    const again = authorizeRequest(party)
    const second = callbackParams(party, await browser.get(again.path))
    assert.deepEqual(
      readJwt((await exchangeCode(browser, party, again, second.get('code') ?? '')).id_token).wallet,
      claims.wallet,
    )
  })
})
