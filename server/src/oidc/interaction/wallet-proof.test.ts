import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { verifyWalletProof } from '../../../../examples/wallet-proof/verify.js'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  refreshTokens,
  type SignedInPerson,
  signInPerson,
} from '../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  exchangeCode,
  interactionIdOf,
  type RelyingParty,
  type Request,
  readJwt,
  registerApp,
  submitDecision,
  type Tokens,
} from '../../../../test/support/oidc/relying-party.ts'
import { newAccount, openBrowser, prove } from '../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const SCOPE = 'openid wallet wallet_proof offline_access'

forDefaultEngine('the scope wallet_proof', (engine) => {
  let server: TestServer
  let person: SignedInPerson
  let party: RelyingParty
  before(async () => {
    server = await startServer(engine)
    person = await signInPerson(server)
    party = await registerApp(server, { scopes: ['openid', 'wallet', 'wallet_proof', 'offline_access'] })
    const id = interactionIdOf(await person.browser.get(authorizeRequest(party, { scope: SCOPE }).path))
    await submitDecision(person.browser, id, 'allow')
  })
  after(() => server.close())

  async function startInteraction(
    changes: Record<string, string | undefined> = {},
  ): Promise<{ request: Request; id: string }> {
    const request = authorizeRequest(party, { scope: SCOPE, ...changes })
    const id = interactionIdOf(await person.browser.get(request.path))
    cookies.set(id, person.browser.cookies.get('cs_prompt') ?? '')
    const seen = await person.browser.get(`/api/interactions/${id}`)
    assert.equal((seen.json as { step: string }).step, 'prove', seen.text)
    return { request, id }
  }
  /** By interaction, since the test browser ignores cookie paths. */
  const cookies = new Map<string, string>()
  const selectInteraction = (id: string) => person.browser.cookies.set('cs_prompt', cookies.get(id) ?? '')
  const challengeOf = async (id: string) => {
    selectInteraction(id)
    const response = await person.browser.post(`/api/interactions/${id}/challenges`)
    assert.equal(response.status, 201, response.text)
    return response.json as Challenge // its form is compared below
  }
  const postProof = (id: string, proof: unknown) => {
    selectInteraction(id)
    return person.browser.post(`/api/interactions/${id}/proof`, { proof })
  }

  async function signFor({ request, id }: { request: Request; id: string }): Promise<Tokens> {
    const response = await postProof(id, await prove(await challengeOf(id), person.account))
    assert.equal(response.status, 200, response.text)
    const resumed = await person.browser.get((response.json as { redirectTo: string }).redirectTo)
    return exchangeCode(person.browser, party, request, callbackParams(party, resumed).get('code') ?? '')
  }

  const expectedOf = (request: Request) => ({
    issuer: `${server.context.config.origin}/oidc`,
    clientId: party.app.clientId,
    nonce: request.nonce,
    wallet: `eip155:0:${person.account.address}`,
    now: server.clock.now,
  })

  test('adds a proof to each sign-in that the app can verify itself', async () => {
    const first = await startInteraction()
    const tokens = await signFor(first)
    const { wallet_proof: proof } = readJwt(tokens.id_token) as { wallet_proof: { message: string; signature: string } }
    assert.deepEqual(Object.keys(proof), ['message', 'signature'])
    const expected = expectedOf(first.request)
    assert.deepEqual(await verifyWalletProof(proof, expected), {
      address: person.account.address,
      signedAt: new Date(server.clock.now),
    })
    assert.match(proof.message, new RegExp(`Prove to App ${party.app.name.slice(4)} that you own this wallet`))
    const second = await startInteraction()
    const again = readJwt((await signFor(second)).id_token) as { wallet_proof: { message: string; signature: string } }
    assert.notEqual(again.wallet_proof.signature, proof.signature)
    const other = newAccount()
    const wrong: [string, unknown, object][] = [
      ['another sign-in', again.wallet_proof, expected],
      ['another app', proof, { ...expected, clientId: 'other' }],
      ['another provider', proof, { ...expected, issuer: 'https://evil.example/oidc' }],
      ['another wallet', proof, { ...expected, wallet: `eip155:0:${other.address}` }],
      ['too old', proof, { ...expected, now: server.clock.now + 3_600_000 }],
      ['in the future', proof, { ...expected, now: server.clock.now - 3_600_000 }],
      ['not by this wallet', { ...proof, signature: again.wallet_proof.signature }, expected],
      ['askContract was not given', proof, { ...expected, wallet: `eip155:1:${person.account.address}` }],
      ['not a message', { ...proof, message: `${proof.message}\n- urn:x:y` }, expected],
      ['not a message', undefined, expected],
    ]
    for (const [title, invalid, against] of wrong)
      await assert.rejects(verifyWalletProof(invalid as never, against as never), new RegExp(title), title)
  })

  test('adds it to the first ID token only, not to refreshed ones or userinfo', async () => {
    const tokens = await signFor(await startInteraction())
    assert.equal('wallet_proof' in readJwt(tokens.id_token), true)
    const info = (await fetchUserinfo(person.browser, tokens.access_token)).json as object
    assert.equal('wallet_proof' in info, false)
    const renewed = (await refreshTokens(person.browser, party, tokens.refresh_token ?? '')).json as Tokens
    assert.equal('wallet_proof' in readJwt(renewed.id_token), false)
    assert.deepEqual(await readRows(server, "SELECT 1 FROM oidc_item WHERE model = 'WalletProof'"), [])
  })

  test('is rejected without a nonce, and with prompt=none', async () => {
    const withoutNonce = authorizeRequest(party, { scope: SCOPE, nonce: undefined })
    assert.equal(callbackParams(party, await person.browser.get(withoutNonce.path)).get('error'), 'invalid_request')
    const silent = authorizeRequest(party, { scope: SCOPE, prompt: 'none' })
    assert.equal(callbackParams(party, await person.browser.get(silent.path)).get('error'), 'interaction_required')
  })

  test('rejects a proof of another wallet, request, purpose or browser, and a replay', async () => {
    const { id } = await startInteraction()
    const other = await startInteraction()
    const challenge = await challengeOf(id)
    expectProblem(await postProof(id, await prove(challenge, newAccount())), 'wallet_not_yours')
    expectProblem(await postProof(other.id, await prove(await challengeOf(id), person.account)), 'challenge_unknown')
    expectProblem(
      await postProof(id, await prove(await person.browser.challenge(), person.account)),
      'purpose_not_allowed',
    )
    const used = await prove(await challengeOf(id), person.account)
    expectProblem(await person.browser.post('/api/sessions', { proof: used, keep: true }), 'purpose_not_allowed')
    assert.equal((await postProof(id, used)).status, 200)
    expectProblem(await postProof(id, used), 'challenge_used')
    expectProblem(await person.browser.post(`/api/interactions/${id}`, { decision: 'allow' }), 'consent_required')
    expectProblem(await openBrowser(server).post(`/api/interactions/${id}/challenges`), 'unauthenticated')
    expectProblem(await person.browser.post('/api/challenges', { purpose: 'app_proof' }), 'purpose_not_allowed')
    const otherPerson = await signInPerson(server)
    expectProblem(await otherPerson.browser.post(`/api/interactions/${id}/challenges`), 'interaction_expired')
  })

  test('repeats the redirect for the same proof in the same session when the response was lost', async () => {
    const { request, id } = await startInteraction()
    const challenge = await challengeOf(id)
    const proof = await prove(challenge, person.account)
    const repeatPost = (key: string, sent: object = proof) => {
      selectInteraction(id)
      return person.browser.post(`/api/interactions/${id}/proof`, { proof: sent }, { 'idempotency-key': key })
    }
    const first = await postProof(id, proof)
    assert.equal(first.status, 200, first.text)
    expectProblem(await repeatPost('chl_01AAAAAAAAAAAAAAAAAAAAAAAA'), 'challenge_used')
    expectProblem(await repeatPost(challenge.id, { ...proof, signature: `0x${'11'.repeat(65)}` }), 'challenge_used')
    const again = await repeatPost(challenge.id)
    assert.deepEqual([again.status, again.json], [200, first.json])
    const resumed = await person.browser.get((again.json as { redirectTo: string }).redirectTo)
    const tokens = await exchangeCode(person.browser, party, request, callbackParams(party, resumed).get('code') ?? '')
    assert.equal('wallet_proof' in readJwt(tokens.id_token), true)
    expectProblem(await repeatPost(challenge.id), 'interaction_expired')
  })

  test('does not prompt other requests', async () => {
    const request = authorizeRequest(party, { scope: 'openid wallet', prompt: 'consent' })
    const id = interactionIdOf(await person.browser.get(request.path))
    expectProblem(await person.browser.post(`/api/interactions/${id}/challenges`), 'purpose_not_allowed')
    const params = callbackParams(party, await submitDecision(person.browser, id, 'allow'))
    const tokens = await exchangeCode(person.browser, party, request, params.get('code') ?? '')
    assert.equal('wallet_proof' in readJwt(tokens.id_token), false)
  })
})
