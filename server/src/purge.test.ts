import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ENDED_SESSION_KEPT_MS, SESSION_NOT_KEPT_MS } from '@countersign/contract/limits.ts'
import { newAccount, openBrowser, signIn } from '../../test/support/browser.ts'
import { forEachEngine } from '../../test/support/each-engine.ts'
import { startServer, type TestServer } from '../../test/support/server.ts'
import { purge } from './purge.ts'
import { statement } from './store/database.ts'

const sessions = statement('SELECT end_reason FROM session')
const spent = statement('SELECT session_id FROM spent_challenge')

forEachEngine('forgetting', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
    await signIn(openBrowser(server), newAccount(), false)
  })
  after(() => server.close())

  test('ends a session that ran out and drops its spent challenge, then the session itself after its time', async () => {
    server.clock.now += SESSION_NOT_KEPT_MS + 1
    await purge(server.context)
    assert.deepEqual(
      (await server.context.store.all(sessions)).map((row) => row.end_reason),
      ['expired'],
    )
    assert.deepEqual(await server.context.store.all(spent), [])

    server.clock.now += ENDED_SESSION_KEPT_MS
    await purge(server.context)
    assert.deepEqual(await server.context.store.all(sessions), [])
  })
})
