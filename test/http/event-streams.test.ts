import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyChain } from '../../server/src/audit/verify-hash-chain.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/platform/log.ts'
import type { Database } from '../../server/src/platform/store/database.ts'
import { openDatabase } from '../../server/src/platform/store/open.ts'
import { forEachEngine } from '../support/database/each-engine.ts'
import { openEventStream } from '../support/server/event-stream.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../support/server/responses.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { until, WAIT_MS } from '../support/until.ts'

forEachEngine('two server processes', (engine) => {
  let first: ServerProcess
  let second: ServerProcess
  let database: Database
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    first = await startServerProcess({ databaseUrl })
    second = await startServerProcess({ databaseUrl })
    const log = createLog({ level: 'error', human: false, write: () => undefined, now: Date.now })
    const config = readConfig({ DATABASE_URL: databaseUrl, PUBLIC_URL: 'http://localhost:3000' }, '/nonexistent')
    database = await openDatabase(config, { now: Date.now(), log, checkEveryMs: 0 })
  })
  after(async () => {
    await database.close()
    await Promise.all([first.stop(), second.stop()])
  })

  async function signInAt(server: ServerProcess, account = newAccount()): Promise<{ browser: Browser; id: string }> {
    const browser = openBrowser(server)
    return { browser, id: expectStarted(await signIn(browser, account)).session.id }
  }

  test('notify a page that its session ended on the other', { timeout: WAIT_MS }, async () => {
    const account = newAccount()
    const page = await signInAt(first, account)
    const other = await signInAt(second, account)
    const stream = await openEventStream(first, page.browser)
    await stream.ready()
    assert.equal((await other.browser.delete(`/api/me/sessions/${page.id}`)).status, 204)
    let received = await stream.next()
    while (received?.event === 'me.changed') received = await stream.next()
    assert.deepEqual([received?.event, received?.data], ['session.ended', { reason: 'revoked_self' }])
    expectProblem(await page.browser.get('/api/session'), 'session_revoked')
    assert.equal(await stream.next(), undefined)
  })

  test('seal the events of both into one chain in the background', async () => {
    await Promise.all([first, second, first, second].map((server) => signInAt(server)))
    // Above: somebody new, two sign-ins and one ending; here two events for each of the four that arrived.
    const check = await until(
      () => verifyChain(database, Date.now()),
      ({ checked }) => checked >= 12,
      'all is sealed',
    )
    assert.deepEqual([check.ok, check.checked, check.firstBad], [true, 12, null])
  })

  test('close open event streams at once on SIGTERM and exit', async () => {
    const page = await signInAt(second)
    const stream = await openEventStream(second, page.browser)
    await stream.ready()
    const [code, received] = await Promise.all([second.stop(), stream.next()])
    assert.deepEqual([code, received], [0, undefined])
    assert.doesNotMatch(second.output(), /still open/)
  })
})
