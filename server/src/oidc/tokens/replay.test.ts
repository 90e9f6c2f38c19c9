import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  getCode,
  oauthErrorOf,
  postAsApp,
  refreshTokens,
  type SignedInPerson,
  signInPerson,
} from '../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  registerApp,
  requestToken,
  type Tokens,
} from '../../../../test/support/oidc/relying-party.ts'
import { type HttpResponse, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

forEachEngine('an authorization code', (engine) => {
  let server: TestServer
  let second: TestServer
  let person: SignedInPerson
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    second = await startServer(engine, { databaseUrl })
    person = await signInPerson(server)
  })
  after(async () => {
    await second.close()
    await server.close()
  })

  const exchangeOf = (exchange: { code: string; verifier: string }) => ({
    grant_type: 'authorization_code',
    code: exchange.code,
    redirect_uri: 'https://app.example/callback',
    code_verifier: exchange.verifier,
  })

  test('exchanged twenty times concurrently on two nodes gives one set of tokens', async () => {
    const party = await registerApp(server)
    const { code, request } = await getCode(person.browser, party)
    const browsers = Array.from({ length: 20 }, (_, index) => openBrowser(index % 2 === 0 ? server : second))
    const params = exchangeOf({ code, verifier: request.verifier })
    const responses = await Promise.all(browsers.map((browser) => requestToken(browser, party, params)))
    const good = responses.filter(({ status }) => status === 200)
    assert.equal(good.length, 1)
    const tokens = good[0]?.json as Tokens // there is one
    assert.deepEqual(oauthErrorOf(await requestToken(person.browser, party, params)), refused)
    assert.deepEqual(oauthErrorOf(await refreshTokens(person.browser, party, tokens.refresh_token ?? '')), refused)
    assert.deepEqual(
      responses.filter(({ status }) => status !== 200).map(oauthErrorOf),
      Array.from({ length: 19 }, () => ({ status: 400, error: 'invalid_grant' })),
    )
  })

  test('replayed while its tokens are issued gives no valid token', async () => {
    const moments = ['AccessToken', 'RefreshToken'].flatMap((model) =>
      ['before', 'after'].map((when) => ({ model, when })),
    )
    for (const { model, when } of moments) {
      const party = await registerApp(server)
      const { code, request } = await getCode(person.browser, party)
      const params = exchangeOf({ code, verifier: request.verifier })
      const again = interruptAt(server, { model, when }, () => requestToken(openBrowser(second), party, params))
      const first = await requestToken(person.browser, party, params)
      assert.deepEqual([oauthErrorOf(await again), first.status], [refused, 200], `${when} ${model}`)
      const tokens = first.json as Tokens // checked by its use
      assert.equal((await fetchUserinfo(person.browser, tokens.access_token)).status, 401, `${when} ${model}`)
      assert.deepEqual(oauthErrorOf(await refreshTokens(person.browser, party, tokens.refresh_token ?? '')), refused)
    }
  })

  test('replayed later revokes the tokens, and is audited', async () => {
    const party = await registerApp(server)
    const { code, request } = await getCode(person.browser, party)
    const params = exchangeOf({ code, verifier: request.verifier })
    const first = await requestToken(person.browser, party, params)
    const tokens = first.json as Tokens // checked by its use
    assert.equal((await fetchUserinfo(person.browser, tokens.access_token)).status, 200)
    assert.deepEqual(oauthErrorOf(await requestToken(openBrowser(second), party, params)), refused)
    assert.equal((await fetchUserinfo(person.browser, tokens.access_token)).status, 401)
    assert.deepEqual(oauthErrorOf(await refreshTokens(person.browser, party, tokens.refresh_token ?? '')), refused)
    await second.context.background.settled()
    const rows = await readRows(server, 'SELECT kind, outcome, person_id FROM activity WHERE app_id = ?', party.app.id)
    assert.deepEqual(
      rows.filter(({ kind }) => kind === 'oidc.reuse'),
      [{ kind: 'oidc.reuse', outcome: 'refused', person_id: person.personId }],
    )
  })

  test('exchanged while its grant ends gives no token that the next grant revives', async () => {
    const party = await registerApp(server)
    const { browser } = await signInPerson(server)
    const { code, request } = await getCode(browser, party)
    const { items } = (await browser.get('/api/me/apps')).json as { items: { id: string }[] } // there is one
    const ending = interruptAt(server, { model: 'AccessToken', when: 'before' }, () =>
      browser.delete(`/api/me/apps/${items[0]?.id}`),
    )
    const response = await requestToken(openBrowser(server), party, exchangeOf({ code, verifier: request.verifier }))
    const tokens = response.json as Tokens // checked by its use
    assert.equal((await ending).status, 204)
    await getCode(browser, party)
    assert.equal((await fetchUserinfo(browser, tokens.access_token)).status, 401)
    assert.deepEqual(oauthErrorOf(await refreshTokens(browser, party, tokens.refresh_token ?? '')), refused)
  })

  test('is rejected for another app, redirect URI or verifier', async () => {
    const party = await registerApp(server)
    const other = await registerApp(server)
    const { code, request } = await getCode(person.browser, party)
    const good = exchangeOf({ code, verifier: request.verifier })
    const { code_verifier: _, ...without } = good
    const wrong: [HttpResponse, string][] = [
      [await requestToken(person.browser, other, good), 'invalid_grant'],
      [
        await requestToken(person.browser, party, { ...good, redirect_uri: 'https://app.example/other' }),
        'invalid_grant',
      ],
      [await requestToken(person.browser, party, without), 'invalid_grant'],
      [await requestToken(person.browser, party, { ...good, code_verifier: 'a'.repeat(43) }), 'invalid_grant'],
      [
        await requestToken(person.browser, party, { ...good, code_verifier: request.verifier.slice(0, 42) }),
        'invalid_request',
      ],
      [await requestToken(person.browser, party, { ...good, code: `${code}x` }), 'invalid_grant'],
      [await requestToken(person.browser, party, { ...good, redirect_uri: '' }), 'invalid_request'],
    ]
    assert.deepEqual(
      wrong.map(([response]) => oauthErrorOf(response)),
      wrong.map(([, error]) => ({ status: 400, error })),
    )
    assert.equal((await requestToken(person.browser, { ...party, secret: 'x'.repeat(43) }, good)).status, 401)
    assert.equal((await requestToken(person.browser, party, good)).status, 200)
  })

  test('expires after a minute', async () => {
    const party = await registerApp(server)
    const { code, request } = await getCode(person.browser, party)
    server.clock.now += 60_000
    second.clock.now = server.clock.now
    assert.deepEqual(
      oauthErrorOf(await requestToken(person.browser, party, exchangeOf({ code, verifier: request.verifier }))),
      refused,
    )
  })

  test('requires an S256 challenge', async () => {
    const party = await registerApp(server)
    const changes: Record<string, string | undefined>[] = [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge_method: undefined },
      { code_challenge: 'short' },
    ]
    for (const change of changes) {
      const params = callbackParams(party, await person.browser.get(authorizeRequest(party, change).path))
      assert.deepEqual([params.get('code'), params.get('error')], [null, 'invalid_request'], JSON.stringify(change))
    }
  })

  test('is the only response type: no token passes through the browser', async () => {
    const party = await registerApp(server)
    for (const type of ['token', 'id_token', 'code id_token', 'code token', 'id_token token', 'none']) {
      const response = await person.browser.get(authorizeRequest(party, { response_type: type }).path)
      assert.match(String(response.headers.location), /[?#]error=(?:unsupported_response_type|invalid_request)&/, type)
      assert.doesNotMatch(String(response.headers.location), /[?#&](?:code|access_token|id_token)=/)
    }
  })

  test('is issued once for a pushed request, which some apps require', async () => {
    const party = await registerApp(server, { requirePar: true })
    const request = authorizeRequest(party)
    const direct = callbackParams(party, await person.browser.get(request.path))
    assert.equal(direct.get('error'), 'invalid_request')
    const params = Object.fromEntries(new URLSearchParams(request.path.split('?')[1]))
    const pushed = await postAsApp(person.browser, party, { path: '/oidc/par', params })
    assert.equal(pushed.status, 201, pushed.text)
    const { request_uri: uri } = pushed.json as { request_uri: string } // checked by its use
    const coded = await getCode(person.browser, party, { ...EMPTY, request_uri: uri })
    const response = await requestToken(
      person.browser,
      party,
      exchangeOf({ code: coded.code, verifier: request.verifier }),
    )
    assert.equal(response.status, 200, response.text)
    assert.ok((response.json as Tokens).refresh_token, 'offline_access survives the push')
    const again = await person.browser.get(authorizeRequest(party, { ...EMPTY, request_uri: uri }).path)
    assert.match(String(again.headers.location), /invalid_request_uri/)
  })
})

type Moment = { model: string; when: string }

/** Runs `work` just before or after the next item of a model is stored. */
function interruptAt<T>({ context }: TestServer, { model, when }: Moment, work: () => Promise<T>): Promise<T> {
  const { store } = context
  const { run } = store
  return new Promise((resolve, reject) => {
    store.run = async (statement, ...values) => {
      if (values[0] !== model || !statement.sqlite.startsWith('INSERT')) return run(statement, ...values)
      store.run = run
      if (when === 'before') await work().then(resolve, reject)
      const count = await run(statement, ...values)
      if (when === 'after') await work().then(resolve, reject)
      return count
    }
  })
}

const refused = { status: 400, error: 'invalid_grant' }

const EMPTY = {
  redirect_uri: undefined,
  response_type: undefined,
  scope: undefined,
  state: undefined,
  nonce: undefined,
  code_challenge: undefined,
  code_challenge_method: undefined,
}
