/** A product of its own and a real browser, for people who go there from somewhere else and back. */

import { after, before } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { interaction } from '../../../web/src/words/interaction.ts'
import type { Engine } from '../database/engines.ts'
import { type RunningProduct, startWithOwner } from '../server/product-with-owner.ts'
import { PERMITTED } from './account-suite.ts'
import { openChromium } from './chromium.ts'
import { type Guest, press, seeHeading, welcomeGuest } from './test-user.ts'
import { signIn } from './words.ts'

export type Visits = {
  readonly product: RunningProduct
  /** Done after the tests, the last first. */
  ends: (() => Promise<unknown>)[]
  /** Somebody with a wallet, who may also go to an origin that is not ours. */
  meet(origin: string, options?: BrowserContextOptions): Promise<Guest>
  isOut(guest: Guest): Promise<boolean>
}

export function setVisits(engine: Engine): Visits {
  let product: RunningProduct
  const ends: Visits['ends'] = []
  before(async () => {
    product = await startWithOwner(engine)
    ends.push(() => product.stop())
  })
  after(async () => {
    for (const end of ends.reverse()) await end()
  })
  return {
    get product() {
      return product
    },
    ends,
    async meet(origin, options) {
      const guest = await welcomeGuest(await openChromium(), product.origin, {
        wallets: [PERMITTED],
        ...(options ? { browser: options } : {}),
      })
      ends.push(() => guest.leave())
      guest.allowOrigin(origin)
      return guest
    },
    isOut: async ({ page }) => (await page.request.get(`${product.origin}/api/session`)).status() === 401,
  }
}

/** Signs, allows, and is back where the app sends them. */
export async function goThrough(page: Page, app: string, to: string | RegExp): Promise<void> {
  await seeHeading(page, interaction.signInTitle(app))
  await press(page, signIn.continueWith('MetaMask'))
  await seeHeading(page, `${interaction.allowTitle} ${app}?`)
  await press(page, interaction.allow)
  await page.waitForURL(to)
}

export async function jsonOf(page: Page) {
  return JSON.parse(await page.locator('body').innerText())
}
