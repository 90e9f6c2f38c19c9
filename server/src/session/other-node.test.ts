import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../test/support/database/rows.ts'
import { newAccount, openBrowser, signIn } from '../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'

forEachEngine('a session cached on one node', (engine) => {
  let near: TestServer
  let far: TestServer
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    near = await startServer(engine, { databaseUrl })
    far = await startServer(engine, { databaseUrl })
  })
  after(() => Promise.all([near.close(), far.close()]))

  async function signedInAndSeen() {
    const browser = openBrowser(near)
    const started = expectStarted(await signIn(browser, newAccount()))
    expectSession(await browser.get('/api/session'))
    expectSession(await browser.get('/api/session'))
    const elsewhere = openBrowser(far)
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    return { browser, elsewhere, started }
  }

  test('is rejected at once when another node ended it', async () => {
    const { browser, elsewhere } = await signedInAndSeen()
    assert.equal((await elsewhere.delete('/api/session')).status, 204)
    expectProblem(await browser.get('/api/session'), 'unauthenticated')
  })

  test('changes at once when its person changes on another node', async () => {
    const { browser, started } = await signedInAndSeen()
    await changeRows(far, "UPDATE person SET display_name = 'Ada' WHERE id = ?", started.me.id)
    assert.equal(expectSession(await browser.get('/api/session')).me.displayName, 'Ada')
    await changeRows(far, "UPDATE person SET status = 'suspended' WHERE id = ?", started.me.id)
    expectProblem(await browser.get('/api/session'), 'session_revoked')
  })

  test('is extended for both nodes', async () => {
    const { browser, elsewhere, started } = await signedInAndSeen()
    far.clock.now += 5000
    assert.equal((await elsewhere.post('/api/session/touch')).status, 204)
    const { idleExpiresAt } = expectSession(await browser.get('/api/session')).session
    assert.ok(idleExpiresAt > started.session.idleExpiresAt)
  })
})
