import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { dropDatabase } from '../../../../../test/support/database/drop-database.ts'
import { forDefaultEngine } from '../../../../../test/support/database/engines.ts'
import {
  fetchUserinfo,
  getCode,
  postAsApp,
  refreshTokens,
  signInPerson,
} from '../../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  exchangeCode,
  interactionIdOf,
  registerApp,
} from '../../../../../test/support/oidc/relying-party.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'

forDefaultEngine('the log of OIDC requests', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  test('contains one line for a broken request, and nothing is printed to the console', async (t) => {
    const printed = t.mock.method(console, 'error', () => undefined)
    await server.oidc.provider()
    const head = 'POST /oidc/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n'
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`${head}Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n`)
    const [go] = await once(socket, 'data')
    assert.match(String(go), /^HTTP\/1\.1 100 /)
    socket.write('zz\r\n')
    assert.match(await text(socket), /^HTTP\/1\.1 400 /)
    const lines = server.logLines
      .map((line) => JSON.parse(line))
      .filter(({ message, level }) => message === 'request rejected' || level === 'error')
    assert.deepEqual(
      lines.map(({ level, code, path }) => ({ level, code, path })),
      [{ level: 'info', code: 'bad_request', path: '/oidc/token' }],
    )
    assert.equal(printed.mock.callCount(), 0)
  })

  test('contains no code, token, secret or verifier at debug level', async () => {
    const { browser } = await signInPerson(server)
    const party = await registerApp(server)
    const { code, request } = await getCode(browser, party)
    const interactionId = interactionIdOf(await browser.get(authorizeRequest(party, { prompt: 'consent' }).path))
    const tokens = await exchangeCode(browser, party, request, code)
    const params = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: party.redirectUri,
      code_verifier: request.verifier,
    }
    await postAsApp(browser, party, { path: '/oidc/token', params })
    await postAsApp(browser, { ...party, secret: `${party.secret}x` }, { path: '/oidc/token', params })
    await fetchUserinfo(browser, tokens.access_token)
    await refreshTokens(browser, party, tokens.refresh_token ?? '')
    await browser.get(`/oidc/end-session?id_token_hint=${tokens.id_token}`)
    await browser.get(`/oidc/userinfo?access_token=${tokens.access_token}`)
    await dropDatabase(server)
    await refreshTokens(browser, party, tokens.refresh_token ?? '')
    await browser.get(request.path)

    const secrets = {
      code,
      verifier: request.verifier,
      state: request.state,
      nonce: request.nonce,
      secret: party.secret,
      access: tokens.access_token,
      refresh: tokens.refresh_token ?? '',
      id: tokens.id_token,
      session: browser.cookies.get('cs') ?? '',
    }
    const lines = server.logLines.join('')
    assert.ok(server.logLines.length > 15)
    assert.deepEqual(
      Object.entries(secrets).filter(([, secret]) => secret === '' || lines.includes(secret)),
      [],
    )
    assert.ok(interactionId)
  })
})
