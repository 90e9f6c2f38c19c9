import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../../../../../test/support/database/engines.ts'
import { openBrowser } from '../../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'

const FOREIGN: Record<string, Record<string, string | undefined>> = {
  'no Origin': { origin: undefined },
  'the Origin null': { origin: 'null' },
  'another Origin': { origin: 'https://evil.example' },
  'another port': { origin: 'http://localhost:3001' },
  'another scheme': { origin: 'https://localhost:3000' },
  'a slash after the Origin': { origin: 'http://localhost:3000/' },
  'an Origin that begins like ours': { origin: 'http://localhost:3000.evil.example' },
  'two Origins': { origin: 'http://localhost:3000, https://evil.example' },
  'no X-Countersign': { 'x-countersign': undefined },
  'another X-Countersign': { 'x-countersign': '2' },
  'Sec-Fetch-Site cross-site': { 'sec-fetch-site': 'cross-site' },
  'Sec-Fetch-Site same-site': { 'sec-fetch-site': 'same-site' },
  'an empty Sec-Fetch-Site': { 'sec-fetch-site': '' },
}

const CHANGING = [
  ['POST', '/api/challenges'],
  ['POST', '/api/sessions'],
  ['POST', '/api/session/touch'],
  ['DELETE', '/api/session'],
  ['POST', '/api/setup'],
  ['POST', '/api/client-errors'],
] as const

forDefaultEngine('state-changing requests', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  for (const [what, headers] of Object.entries(FOREIGN)) {
    test(`are rejected with ${what}`, async () => {
      for (const [method, path] of CHANGING)
        expectProblem(await openBrowser(server).call({ method, path, body: {}, headers }), 'csrf_refused')
    })
  }

  for (const site of ['same-origin', 'none', undefined]) {
    test(`are accepted with Sec-Fetch-Site ${site}`, async () => {
      const answer = await openBrowser(server).post(
        '/api/challenges',
        { purpose: 'sign_in' },
        { 'sec-fetch-site': site },
      )
      assert.equal(answer.status, 201)
    })
  }

  test('send no CORS headers', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const preflight = await openBrowser(server).call({ method: 'OPTIONS', path: '/api/sessions', headers })
    expectProblem(preflight, 'method_not_allowed')
    const read = await openBrowser(server).get('/api/public', { origin: 'https://evil.example' })
    for (const answer of [preflight, read])
      assert.deepEqual(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
        [],
      )
  })
})
