/** A product with people of every role, for browser tests of the admin area. */

import assert from 'node:assert/strict'
import type { Role } from '@countersign/contract/permission.ts'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Browser, newAccount, openBrowser, signIn } from '../server/http-browser.ts'
import { expectStarted } from '../server/responses.ts'
import { type BrowserSuite, setUpSuite } from './suite.ts'
import type { TestUser } from './test-user.ts'

export type AdminSuite = {
  suite: BrowserSuite
  /** Signs the user in with this role and opens the page. */
  openAs(user: TestUser, role: Role, path: string): Promise<void>
  /** Another person, signed in without a window. */
  addPerson(name: string | null, role?: Role): Promise<SeededPerson>
  change: BrowserSuite['change']
  read: BrowserSuite['read']
}

export type SeededPerson = { id: string; account: PrivateKeyAccount; browser: Browser }

export function setUpAdminSuite(environment: Record<string, string> = {}): AdminSuite {
  // Every page that could use the demo wallet loads it; these tests sign in over HTTP.
  const suite = setUpSuite({ DEMO_WALLET: 'off', ...environment })
  const open = () => {
    const { origin } = suite.product
    return openBrowser({ url: origin, context: { config: { origin } } })
  }
  const { change, read } = suite
  return {
    suite,
    change,
    read,
    async openAs({ page, context, account }, role, path) {
      const { me } = expectStarted(await signIn(open(), account))
      change('UPDATE person SET role = ? WHERE id = ?', role, me.id)
      // A role written to the database takes effect at the next sign-in.
      const browser = open()
      expectStarted(await signIn(browser, account))
      await context.clearCookies()
      const url = suite.product.origin
      await context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url })))
      await page.goto(path)
    },
    async addPerson(name, role = 'member') {
      const browser = open()
      const account = newAccount()
      const { me } = expectStarted(await signIn(browser, account))
      const headers = { 'if-match': '"1"' }
      const named = await browser.call({ method: 'PATCH', path: '/api/me', body: { displayName: name }, headers })
      assert.equal(named.status, 200, named.text)
      if (role !== 'member') change('UPDATE person SET role = ? WHERE id = ?', role, me.id)
      return { id: me.id, account, browser }
    },
  }
}
