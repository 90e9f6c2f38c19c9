import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../../test/support/database/engines.ts'
import { openBrowser } from '../../test/support/server/http-browser.ts'
import { expectProblem } from '../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../test/support/server/server.ts'

const PATH = '/.well-known/change-password'

forDefaultEngine('/.well-known/change-password', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  test('redirects to the wallets page, whatever the query', async () => {
    const browser = openBrowser(server)
    for (const [method, path] of [
      ['GET', PATH],
      ['HEAD', PATH],
      ['GET', `${PATH}?next=https://evil.example`],
    ] as const) {
      const { status, headers, text } = await browser.call({ method, path })
      const { location, 'cache-control': cache, 'set-cookie': cookies } = headers
      assert.deepEqual([status, location, cache, cookies, text], [302, '/wallets', 'no-store', undefined, ''])
    }
    assert.equal((await browser.get('/wallets')).status, 200)
  })

  test('returns 404 for the probe path and other paths nearby', async () => {
    const browser = openBrowser(server)
    for (const path of [
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
      `${PATH}/`,
      '/.well-known/Change-Password',
      '/.well-known',
    ])
      assert.equal((await browser.get(path)).status, 404, path)
  })

  test('rejects other methods', async () => {
    const response = await openBrowser(server).call({ method: 'POST', path: PATH })
    expectProblem(response, 'method_not_allowed')
    assert.equal(response.headers.allow, 'GET, HEAD')
  })
})
