import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newAccount, openBrowser, signIn } from '../../../test/support/browser.ts'
import { forEachEngine } from '../../../test/support/engines.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'

forEachEngine('signing in', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  describe('an everyday wallet', () => {
    test('gets a session, and the second sign-in finds the same person', async () => {
      const account = newAccount()
      const first = await signIn(openBrowser(server), account)
      assert.equal(first.status, 201, first.text)
      const again = await signIn(openBrowser(server), account)
      assert.equal((first.json as any).me.id, (again.json as any).me.id)
    })
  })
})
