import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { OIDC_BODY_MAX_BYTES } from '@countersign/contract/limits/app-limits.ts'
import { forDefaultEngine } from '../support/database/engines.ts'
import { postAsApp } from '../support/oidc/app-sign-in.ts'
import { registerApp } from '../support/oidc/relying-party.ts'
import { openBrowser } from '../support/server/http-browser.ts'
import { expectProblem } from '../support/server/responses.ts'
import { startServer, type TestServer } from '../support/server/server.ts'

const BODY_BYTES = 200_000
const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORMS = ['/oidc/token', '/oidc/par', '/oidc/introspect', '/oidc/revoke', '/oidc/userinfo']

/** Each is answered before its body was read, or without reading it. */
const REQUESTS: [head: string, type: string][] = [
  ...[...FORMS, '/oidc/authorize', '/oidc/end-session', '/oidc/jwks', '/oidc/nothing'].flatMap(
    (path): [string, string][] => [
      [`POST ${path}`, FORM_TYPE],
      [`POST ${path}`, 'application/json'],
      [`PUT ${path}`, FORM_TYPE],
    ],
  ),
  ['GET /oidc/jwks', FORM_TYPE],
  ['GET /oidc/authorize', FORM_TYPE],
  ['GET /oidc/.well-known/openid-configuration', FORM_TYPE],
  ['POST /.well-known/openid-configuration', FORM_TYPE],
  ['POST /api/challenges', 'application/json'],
  ['POST /api/sessions', 'application/json'],
  ['POST /api/sessions', FORM_TYPE],
  ['POST /api/admin/apps', 'application/json'],
  ['POST /api/nothing', 'application/json'],
  ['PATCH /api/session', 'application/json'],
  ['DELETE /api/session', 'application/json'],
  ['GET /api/session', 'application/json'],
  ['GET /api/public', 'application/json'],
  ['GET /healthz', FORM_TYPE],
  ['POST /healthz', FORM_TYPE],
  ['POST /readyz', FORM_TYPE],
  ['GET /sign-in', FORM_TYPE],
  ['POST /sign-in', FORM_TYPE],
  ['POST /forward-auth', FORM_TYPE],
  ['POST /logo/x', FORM_TYPE],
]

forDefaultEngine('a request whose body is not read to its end', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  for (const [head, type] of REQUESTS)
    for (const framing of ['chunked', 'Content-Length'] as const)
      test(`does not block the next one on its connection: ${head}, ${type}, ${framing}`, async () => {
        const text = await sendTwice(server, { head, type, framing })
        const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)
        if (statuses.length === 2) assert.equal(statuses[1], '200', text)
        else assert.match(text, /^$|^HTTP\/1\.1 [\s\S]*\r\nConnection: close\r\n/, head)
      })

  test('gets 413 on a connection that is closed, from every endpoint that reads forms', async () => {
    const party = await registerApp(server)
    for (const path of FORMS) {
      const params = { token: 'x'.repeat(OIDC_BODY_MAX_BYTES) }
      const response = await postAsApp(openBrowser(server), party, { path, params })
      const detail = `The request body is limited to ${OIDC_BODY_MAX_BYTES} bytes.`
      assert.equal(expectProblem(response, 'payload_too_large').detail, detail, path)
      assert.equal(response.headers.connection, 'close', path)
    }
  })

  test('is read up to the last byte of the limit', async () => {
    const party = await registerApp(server)
    const params = { token: 'x'.repeat(OIDC_BODY_MAX_BYTES - 'token='.length) }
    const response = await postAsApp(openBrowser(server), party, { path: '/oidc/introspect', params })
    assert.deepEqual([response.status, response.json], [200, { active: false }])
  })
})

type Sent = { head: string; type: string; framing: 'chunked' | 'Content-Length' }

/** All that is received for a request with a large body and a second one, until the connection is closed. */
function sendTwice(server: TestServer, { head, type, framing }: Sent): Promise<string> {
  const body = 'x'.repeat(BODY_BYTES)
  const [field, sent] =
    framing === 'chunked'
      ? ['Transfer-Encoding: chunked', `${BODY_BYTES.toString(16)}\r\n${body}\r\n0\r\n\r\n`]
      : [`Content-Length: ${BODY_BYTES}`, body]
  const common = 'Host: localhost:3000\r\nOrigin: http://localhost:3000\r\nX-Countersign: 1\r\n'
  const first = `${head} HTTP/1.1\r\n${common}Content-Type: ${type}\r\n${field}\r\n\r\n${sent}`
  const second = `GET /healthz HTTP/1.1\r\n${common}Connection: close\r\n\r\n`
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    // A connection that is closed before everything was sent is reset.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
    socket.write(first)
    socket.write(second)
  })
}
