import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endpoints } from '@countersign/contract/endpoints.ts'
import { forDefaultEngine } from '../../test/support/database/engines.ts'
import { CHECK_PATH } from '../../test/support/proxies/protected-host.ts'
import { openBrowser } from '../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../test/support/server/server.ts'

/** What stands for each part of a path that the caller chooses. */
const PARTS: Record<string, string> = {
  '<secret>': CHECK_PATH.replace('/forward-auth/check-', ''),
  ':address': `0x${'a1'.repeat(20)}.svg`,
  ':accent': '2563eb.css',
  ':id': 'none',
  ':file': 'none.js',
}

forDefaultEngine('endpoints of the specification', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  test('are distinguished from other paths, which return the page', async () => {
    const response = await openBrowser(server).get('/oidcx/token')
    assert.match(String(response.headers['content-type']), /html/)
  })

  for (const { method, path } of endpoints)
    test(`include ${method} ${path}, which does not return the page`, async () => {
      const filled = path.replace(/<\w+>|:\w+/g, (part) => PARTS[part] ?? part)
      const response = await openBrowser(server).call({
        method: method === 'any' ? 'GET' : method,
        path: filled,
        ...(method === 'POST' ? { raw: 'x=1' } : {}),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', origin: undefined },
      })
      assert.ok(response.status < 500, `${response.status} ${response.text.slice(0, 200)}`)
      assert.doesNotMatch(String(response.headers['content-type']), /html/)
    })
})
