import assert from 'node:assert/strict'
import type { BrowserContextOptions } from 'playwright-core'
import { arriveAt, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import { help, signIn } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'
const phone = (userAgent: string): BrowserContextOptions => ({
  userAgent,
  hasTouch: true,
  viewport: { width: 390, height: 844 },
})

stage.play(
  'without a wallet a phone offers to open the page in wallet apps',
  { browser: phone(`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`) },
  async ({ page }) => {
    const links = main(page).getByRole('link', { name: help.openIn('MetaMask') })
    await page.goto('/sign-in')
    await see(page, signIn.none.phoneTitle)
    await links.waitFor()
    await inspect(page, 'sign-in on a phone')
    await page.goto('/wallets/help')
    await seeHeading(page, help.title)
    await see(page, help.phoneTitle)
    await links.waitFor()
    await inspect(page, 'help on a phone')
  },
)

stage.play(
  'inside an app that is not a wallet no wallet app is offered',
  { browser: phone(`${ANDROID} Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;]`) },
  async ({ page }) => {
    await page.goto('/sign-in')
    await see(page, signIn.none.inAppTitle)
    assert.equal(
      await main(page)
        .getByRole('link', { name: help.openIn('MetaMask') })
        .count(),
      0,
    )
    await inspect(page, 'sign-in inside an app')
    await page.goto('/wallets/help')
    await seeHeading(page, help.title)
    await see(page, help.inAppTitle)
  },
)

stage.play(
  'inside a wallet app that is only window.ethereum a person signs in',
  { browser: phone(`${IPHONE} Mobile/15E148 MetaMaskMobile`), wallets: [{ ...META, announces: 'never' }] },
  async ({ page }) => {
    await page.goto('/sign-in')
    await main(page)
      .getByRole('button', { name: /^Continue with/ })
      .waitFor()
    await inspect(page, 'sign-in inside a wallet app')
    await press(page, /^Continue with/)
    await arriveAt(page, '/home')
  },
)
