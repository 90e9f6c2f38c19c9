/** A product for browser tests of the account: signing in by click and wallets that are old enough. */

import type { Page } from 'playwright-core'
import { setUpSuite } from './suite.ts'
import { clickButton, expectHeading, METAMASK, type TestUser, type WalletChoice, waitForPath } from './test-user.ts'
import { home, signIn } from './words.ts'

export const PERMITTED: WalletChoice = { ...METAMASK, permitted: true }

const DAY_MS = 86_400_000

export function setUpAccountSuite() {
  const suite = setUpSuite({ DEMO_WALLET: 'off' })
  return {
    suite,
    /** Moves the link time of every wallet back by two days, past the waiting period. */
    ageWallets() {
      suite.change('UPDATE wallet SET linked_at = linked_at - ?', 2 * DAY_MS)
    },
  }
}

export async function signInInBrowser({ page }: TestUser, at = '/home'): Promise<void> {
  await page.goto('/sign-in')
  await clickButton(page, signIn.continueWith('MetaMask'))
  await waitForPath(page, '/home')
  await expectHeading(page, home.heading)
  if (at !== '/home') await page.goto(at)
}

export const metaMask = (user: TestUser, page?: Page) => user.wallet('io.metamask', page)
