/** A site with people of every role in it, for browser tests of those who run it. */

import assert from 'node:assert/strict'
import type { Role } from '@countersign/contract/me.ts'
import type { Page } from 'playwright-core'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Browser, newAccount, openBrowser, signIn as signInPast } from '../server/http-browser.ts'
import { startedOf } from '../server/responses.ts'
import { type Stage, setStage } from './suite.ts'
import type { Guest } from './test-user.ts'
import { signIn, stepUp } from './words.ts'

export type Site = {
  stage: Stage
  /** Opens the page for the guest, who is signed in already and has this role. */
  enter(guest: Guest, role: Role, path: string): Promise<void>
  /** Somebody who is signed in elsewhere. */
  settle(name: string | null, role?: Role): Promise<Neighbour>
  change: Stage['change']
  read: Stage['read']
}

export type Neighbour = { id: string; account: PrivateKeyAccount; browser: Browser }

export function setSite(environment: Record<string, string> = {}): Site {
  // The demo wallet is loaded on every page that could use it, and these tests sign in past the page.
  const stage = setStage({ DEMO_WALLET: 'off', ...environment })
  const open = () => {
    const { origin } = stage.product
    return openBrowser({ url: origin, context: { config: { origin } } })
  }
  const { change, read } = stage
  return {
    stage,
    change,
    read,
    async enter({ page, context, account }, role, path) {
      const { me } = startedOf(await signInPast(open(), account))
      change('UPDATE person SET role = ? WHERE id = ?', role, me.id)
      // A role past the server's own rules holds from the next sign-in on.
      const browser = open()
      startedOf(await signInPast(browser, account))
      await context.clearCookies()
      const url = stage.product.origin
      await context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url })))
      await page.goto(path)
    },
    async settle(name, role = 'member') {
      const browser = open()
      const account = newAccount()
      const { me } = startedOf(await signInPast(browser, account))
      const headers = { 'if-match': '"1"' }
      const named = await browser.call({ method: 'PATCH', path: '/api/me', body: { displayName: name }, headers })
      assert.equal(named.status, 200, named.text)
      if (role !== 'member') change('UPDATE person SET role = ? WHERE id = ?', role, me.id)
      return { id: me.id, account, browser }
    },
  }
}

/** The page asks a wallet to confirm; MetaMask does. */
export async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: stepUp.title })
  await dialog
    .getByRole('button', { name: stepUp.sign, exact: true })
    .or(dialog.getByRole('button', { name: signIn.continueWith('MetaMask'), exact: true }))
    .click()
  await dialog.waitFor({ state: 'hidden' })
}
