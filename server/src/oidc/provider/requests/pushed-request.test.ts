import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PAR_TTL_MS, PARAMETER_MAX } from '@countersign/contract/limits/app-limits.ts'
import { forDefaultEngine } from '../../../../../test/support/database/engines.ts'
import { readRows } from '../../../../../test/support/database/rows.ts'
import {
  getCode,
  oauthErrorOf,
  postAsApp,
  type SignedInPerson,
  signInPerson,
} from '../../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  locationOf,
  type RelyingParty,
  registerApp,
  requestToken,
  type Tokens,
} from '../../../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'

forDefaultEngine('a pushed authorization request', (engine) => {
  let server: TestServer
  let second: TestServer
  let person: SignedInPerson
  let party: RelyingParty
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    second = await startServer(engine, { databaseUrl })
    person = await signInPerson(server)
    party = await registerApp(server)
    await getCode(person.browser, party)
  })
  after(async () => {
    await second.close()
    await server.close()
  })

  const paramsOf = (path: string) => Object.fromEntries(new URLSearchParams(path.split('?')[1]))
  const pushRequest = async (by: RelyingParty, path: string) => {
    const response = await postAsApp(openBrowser(server), by, { path: '/oidc/par', params: paramsOf(path) })
    assert.equal(response.status, 201, response.text)
    return (response.json as { request_uri: string }).request_uri // what a good answer holds
  }
  const useRequestUri = (uri: string, extraParams: Record<string, string> = {}, node = server) => {
    const browser = openBrowser(node)
    for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value)
    const params = { client_id: party.app.clientId, request_uri: uri, ...extraParams }
    return browser.get(`/oidc/authorize?${new URLSearchParams(params)}`)
  }

  test('ignores other parameters', async () => {
    const request = authorizeRequest(party, { scope: 'openid' })
    const extraParams = {
      scope: 'openid wallet offline_access',
      cs_offline: '1',
      redirect_uri: 'https://evil.example/',
      state: 'other',
      response_mode: 'fragment',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'plain',
    }
    const params = callbackParams(party, await useRequestUri(await pushRequest(party, request.path), extraParams))
    assert.equal(params.get('state'), request.state)
    const response = await requestToken(openBrowser(server), party, {
      grant_type: 'authorization_code',
      code: params.get('code') ?? '',
      redirect_uri: party.redirectUri,
      code_verifier: request.verifier,
    })
    const { scope, refresh_token: refreshToken } = response.json as Tokens // compared at once
    assert.deepEqual([scope, refreshToken], ['openid', undefined])
  })

  test('used concurrently on two nodes gives one code', async () => {
    const uri = await pushRequest(party, authorizeRequest(party).path)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, at) => useRequestUri(uri, {}, at % 2 ? second : server)),
    )
    const locations = responses.map((response) => new URL(locationOf(response), 'https://id.example'))
    const codes = locations.filter(
      ({ origin, searchParams }) => origin === 'https://app.example' && searchParams.has('code'),
    )
    assert.equal(codes.length, 1)
    for (const location of locations.filter((each) => !codes.includes(each)))
      assert.match(`${location}`, /[?&](?:error|code)=invalid_request_uri/)
  })

  test('is rejected for another app, after its expiry, and when replayed', async () => {
    const other = await registerApp(server)
    const otherUri = await pushRequest(other, authorizeRequest(other).path)
    assert.equal(locationOf(await useRequestUri(otherUri)), '/app-problem?code=invalid_request')
    const late = await pushRequest(party, authorizeRequest(party).path)
    server.clock.now += PAR_TTL_MS
    second.clock.now = server.clock.now
    assert.equal(locationOf(await useRequestUri(late)), '/app-problem?code=invalid_request_uri')
    const once = await pushRequest(party, authorizeRequest(party).path)
    assert.ok(callbackParams(party, await useRequestUri(once)).get('code'))
    assert.equal(locationOf(await useRequestUri(once)), '/app-problem?code=invalid_request_uri')
  })

  const REFUSED: [name: string, changes: Record<string, string>, error: string][] = [
    ['a request_uri', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'request_uri_not_supported'],
    ['a request object', { request: 'a.b.c' }, 'request_not_supported'],
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a parameter that is too long', { login_hint: 'x'.repeat(PARAMETER_MAX + 1) }, 'invalid_request'],
    ['another client', { client_id: 'somebody-else' }, 'invalid_request'],
  ]
  for (const [name, changes, error] of REFUSED)
    test(`with ${name} is rejected at once, and not stored`, async () => {
      const before = await readRows(server, 'SELECT count(*) AS count FROM oidc_item')
      const params = { ...paramsOf(authorizeRequest(party).path), ...changes }
      const response = await postAsApp(openBrowser(server), party, { path: '/oidc/par', params })
      assert.deepEqual(oauthErrorOf(response), { status: 400, error })
      assert.deepEqual(await readRows(server, 'SELECT count(*) AS count FROM oidc_item'), before)
    })
})
