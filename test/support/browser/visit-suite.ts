/** A product and a browser, for tests that start at an app or protected host and return to it. */

import { after, before } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { interaction } from '../../../web/src/words/interaction.ts'
import type { Engine } from '../database/engines.ts'
import { type ProductWithOwner, type StartOptions, startProductWithOwner } from '../server/product-with-owner.ts'
import { PERMITTED } from './account-suite.ts'
import { openChromium } from './chromium.ts'
import { clickButton, expectHeading, openTestUser, type TestUser } from './test-user.ts'
import { signIn } from './words.ts'

export type VisitSuite = {
  readonly product: ProductWithOwner
  /** Cleanups run after the tests, last first. */
  cleanups: (() => Promise<unknown>)[]
  /** A user with a wallet who may also visit this origin. */
  openUser(origin: string, options?: BrowserContextOptions): Promise<TestUser>
  isSignedOut(user: TestUser): Promise<boolean>
}

/** `start` runs before the product starts, and returns its options. */
export function setUpVisitSuite(
  engine: Engine,
  start: (cleanups: VisitSuite['cleanups']) => Promise<StartOptions> = async () => ({}),
): VisitSuite {
  let product: ProductWithOwner
  const cleanups: VisitSuite['cleanups'] = []
  before(async () => {
    product = await startProductWithOwner(engine, await start(cleanups))
    cleanups.push(() => product.stop())
  })
  after(async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  })
  return {
    get product() {
      return product
    },
    cleanups,
    async openUser(origin, options) {
      const user = await openTestUser(await openChromium(), product.origin, {
        wallets: [PERMITTED],
        ...(options ? { browser: options } : {}),
      })
      cleanups.push(() => user.close())
      user.allowOrigin(origin)
      return user
    },
    isSignedOut: async ({ page }) => (await page.request.get(`${product.origin}/api/session`)).status() === 401,
  }
}

/** Signs in, allows the app and waits for its redirect. */
export async function signInAndAllow(page: Page, app: string, to: string | RegExp): Promise<void> {
  await expectHeading(page, interaction.signInTitle(app))
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectHeading(page, `${interaction.allowTitle} ${app}?`)
  await clickButton(page, interaction.allow)
  await page.waitForURL(to)
}

export async function readJson(page: Page) {
  return JSON.parse(await page.locator('body').innerText())
}
