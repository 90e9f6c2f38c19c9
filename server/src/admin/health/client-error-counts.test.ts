import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { RATE_CLIENT_ERRORS_PER_ADDRESS, RATE_CLIENT_ERRORS_PER_BROWSER } from '@countersign/contract/limits.ts'
import { walletCodes } from '@countersign/contract/schemas/client-error.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { countRows } from '../../../../test/support/database/rows.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { checkPageErrors, clientErrorCounts, mostFrequentError } from './client-error-counts.ts'

const PATH = '/api/client-errors'
const UNKNOWN = { code: 'wallet/unknown' }

forDefaultEngine('client error reports', (engine) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer(engine)
  })
  afterEach(() => server.close())

  test('counts every known code and stores nothing else', async () => {
    const rows = await countRows(server)
    for (const code of [...walletCodes, 'wallet/internal']) {
      const response = await openBrowser(server).post(PATH, { code })
      assert.deepEqual([response.status, response.text, response.headers['set-cookie']], [204, '', undefined])
    }
    const once = Object.fromEntries(walletCodes.map((code) => [code, 1]))
    assert.deepEqual(clientErrorCounts(server.context), { ...once, 'wallet/internal': 2 })
    assert.deepEqual(await countRows(server), rows)
  })

  test('logs one debug line with the code and no personal data', async () => {
    await openBrowser(server).post(PATH, UNKNOWN)
    const lines = server.logLines.map((line) => JSON.parse(line)).filter(({ code }) => code !== undefined)
    const time = new Date(server.clock.now).toISOString()
    const message = 'client error reported'
    assert.deepEqual(lines, [{ time, level: 'debug', message, code: 'wallet/unknown', times: 1 }])
  })

  for (const [title, body] of Object.entries({
    'an unknown code': { code: 'wallet/0x52908400098527886E0F7030069857D2E4169EE7' },
    'a server error code': { code: 'rate_limited' },
    'extra fields': { code: 'wallet/unknown', message: 'what the wallet said' },
    'a missing code': {},
    'an unknown path': { code: 'page/crashed', place: '/people/per_1' },
  })) {
    test(`rejects ${title} and does not count it`, async () => {
      expectProblem(await openBrowser(server).post(PATH, body), 'invalid_body')
      assert.deepEqual(clientErrorCounts(server.context), {})
    })
  }

  test('shows counts in Health for a day with the most frequent location', async () => {
    const { context, clock } = server
    assert.equal(checkPageErrors(context).state, 'good')
    const crash = { code: 'page/crashed', place: '/admin/people/:id' }
    for (const body of [UNKNOWN, crash, crash]) assert.equal((await openBrowser(server).post(PATH, body)).status, 204)
    assert.deepEqual(mostFrequentError(context), { ...crash, total: 3, times: 2 })
    const { state, text } = checkPageErrors(context)
    const words = '3 page errors in the last 24 hours, most often page/crashed at /admin/people/:id (2).'
    assert.deepEqual([state, text], ['note', words])
    clock.now += 23 * 3_600_000
    await openBrowser(server).post(PATH, UNKNOWN)
    assert.equal(mostFrequentError(context)?.total, 4)
    clock.now += 3_600_000
    assert.deepEqual(mostFrequentError(context), { code: UNKNOWN.code, place: '', total: 1, times: 1 })
  })

  test(`accepts ${RATE_CLIENT_ERRORS_PER_BROWSER.burst} reports a minute per browser`, async () => {
    const browser = openBrowser(server)
    await browser.challenge()
    const sendReport = () => browser.post(PATH, UNKNOWN)
    for (let times = 0; times < RATE_CLIENT_ERRORS_PER_BROWSER.burst; times++)
      assert.equal((await sendReport()).status, 204)
    expectProblem(await sendReport(), 'rate_limited')
    server.clock.now += RATE_CLIENT_ERRORS_PER_BROWSER.perMs / RATE_CLIENT_ERRORS_PER_BROWSER.burst
    assert.equal((await sendReport()).status, 204)
  })

  test(`accepts ${RATE_CLIENT_ERRORS_PER_ADDRESS.burst} reports a minute per IP address, whatever the browser id`, async () => {
    const sendReport = (browser: number) => {
      const spoofing = openBrowser(server, { address: '203.0.113.7' })
      spoofing.cookies.set('cs_pre', String(browser).padStart(22, 'A'))
      return spoofing.post(PATH, UNKNOWN)
    }
    for (let times = 0; times < RATE_CLIENT_ERRORS_PER_ADDRESS.burst; times++)
      assert.equal((await sendReport(times)).status, 204)
    expectProblem(await sendReport(1000), 'rate_limited')
  })
})
