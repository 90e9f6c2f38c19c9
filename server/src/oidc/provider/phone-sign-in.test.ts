import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { STEP_UP_NOW_MS } from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { approveAll, getTokens } from '../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  exchangeCode,
  interactionIdOf,
  type RelyingParty,
  readJwt,
  registerApp,
  submitDecision,
} from '../../../../test/support/oidc/relying-party.ts'
import { newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { signInByPhone } from '../../../../test/support/server/phone.ts'
import { expectRefused } from '../../../../test/support/server/phone-attack.ts'
import { expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const WALLET = 'urn:countersign:acr:wallet'
const PHONE = 'urn:countersign:acr:phone'

forDefaultEngine('apps and sessions that were started with a phone', (engine) => {
  let server: TestServer
  let party: RelyingParty
  before(async () => {
    server = await startServer(engine)
    party = await registerApp(server)
  })
  after(() => server.close())

  async function arrive() {
    server.clock.now = Date.now() - STEP_UP_NOW_MS - 5000
    const pair = { computer: openBrowser(server), phone: openBrowser(server), account: newAccount() }
    expectStarted(await signInByPhone(pair))
    server.clock.now = Date.now()
    return pair
  }

  const phoneOf = async (browser: ReturnType<typeof openBrowser>, id: string) =>
    (await browser.get(`/api/interactions/${id}`)).json as { phone: unknown; step: unknown } // compared by the tests

  test('an app that asks for nothing accepts it, and the ID token says so', async () => {
    const { computer } = await arrive()
    const { acr, amr } = readJwt((await getTokens(computer, party)).id_token)
    assert.deepEqual([acr, amr], [PHONE, ['pop', 'mca']])
    const asked = readJwt((await getTokens(computer, party, { acr_values: `${WALLET} ${PHONE}` })).id_token)
    assert.deepEqual([asked.acr, asked.amr], [PHONE, ['pop', 'mca']])
  })

  test('an app that asks for a wallet of this device refuses it', async () => {
    const { computer, phone, account } = await arrive()
    await getTokens(computer, party)
    const silent = authorizeRequest(party, { acr_values: WALLET, prompt: 'none' })
    assert.equal(callbackParams(party, await computer.get(silent.path)).get('error'), 'login_required')

    const request = authorizeRequest(party, { acr_values: WALLET })
    const id = interactionIdOf(await computer.get(request.path))
    assert.equal((await phoneOf(computer, id)).phone, false)
    await expectRefused(server, 'unauthenticated', () =>
      computer.post(`/api/interactions/${id}`, { decision: 'continue' }),
    )
    // Another sign-in with a phone does not help.
    server.clock.now = Date.now() + 2000
    expectStarted(await signInByPhone({ computer, phone, account }))
    await expectRefused(server, 'unauthenticated', () =>
      computer.post(`/api/interactions/${id}`, { decision: 'continue' }),
    )
    server.clock.now = Date.now() + 4000
    expectStarted(await signIn(computer, account))
    const response = await approveAll(computer, await submitDecision(computer, id, 'continue'))
    const code = callbackParams(party, response).get('code') ?? ''
    assert.deepEqual(readJwt((await exchangeCode(computer, party, request, code)).id_token).amr, ['pop'])
  })

  test('the request continues on the computer after the phone has signed', async () => {
    server.clock.now = Date.now()
    const pair = { computer: openBrowser(server), phone: openBrowser(server), account: newAccount() }
    const request = authorizeRequest(party)
    const id = interactionIdOf(await pair.computer.get(request.path))
    assert.equal((await phoneOf(pair.computer, id)).phone, true)
    expectStarted(await signInByPhone(pair))
    const response = await approveAll(pair.computer, await submitDecision(pair.computer, id, 'continue'))
    const code = callbackParams(party, response).get('code') ?? ''
    const { acr, amr } = readJwt((await exchangeCode(pair.computer, party, request, code)).id_token)
    assert.deepEqual([acr, amr], ['urn:countersign:acr:phone', ['pop', 'mca']])
    assert.equal((await pair.phone.get(`/api/interactions/${id}`)).status >= 400, true, 'not on the phone')
  })

  test('a signature on this device later does not turn it into a session of this device', async () => {
    const { computer, account } = await arrive()
    const challenge = await computer.post('/api/challenges', { purpose: 'step_up', action: 'recovery.create' })
    assert.equal(challenge.status, 201)
    const silent = authorizeRequest(party, { acr_values: WALLET, prompt: 'none' })
    assert.equal(callbackParams(party, await computer.get(silent.path)).get('error'), 'login_required')
    expectStarted(await signIn(computer, account))
  })
})
