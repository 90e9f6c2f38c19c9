import assert from 'node:assert/strict'
import type { BrowserContextOptions } from 'playwright-core'
import { META, main, press, see, seeHeading } from '../support/guest.ts'
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

const browsers = {
  'an iPhone': phone(`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`),
  'an Android phone': phone(`${ANDROID} Chrome/139.0.0.0 Mobile Safari/537.36`),
}

const apps = {
  'Instagram on an iPhone': phone(`${IPHONE} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone17,1; iOS 18_5; en_GB)`),
  'Facebook on an Android phone': phone(`${ANDROID} Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;]`),
}

for (const [name, browser] of Object.entries(browsers)) {
  stage.play(`axe finds nothing on ${name} without a wallet`, { browser }, async ({ page }) => {
    const links = main(page).getByRole('link', { name: help.openIn('MetaMask') })
    await page.goto('/sign-in')
    await see(page, signIn.none.phoneTitle)
    await links.waitFor()
    await inspect(page, `${name}, sign-in`)
    await page.goto('/wallets/help')
    await seeHeading(page, help.title)
    await see(page, help.phoneTitle)
    await links.waitFor()
    await inspect(page, `${name}, help`)
  })
}

for (const [name, browser] of Object.entries(apps)) {
  stage.play(`axe finds nothing inside ${name}`, { browser }, async ({ page }) => {
    await page.goto('/sign-in')
    await see(page, signIn.none.inAppTitle)
    assert.equal(
      await main(page)
        .getByRole('link', { name: help.openIn('MetaMask') })
        .count(),
      0,
    )
    await inspect(page, `${name}, sign-in`)
    await page.goto('/wallets/help')
    await seeHeading(page, help.title)
    await see(page, help.inAppTitle)
    await inspect(page, `${name}, help`)
  })
}

stage.play(
  'axe finds nothing inside a wallet app that is there only as window.ethereum',
  {
    browser: phone(`${IPHONE} Mobile/15E148 MetaMaskMobile`),
    wallets: [{ ...META, announces: 'never', answers: { personal_sign: 'ask' } }],
  },
  async ({ page }) => {
    await page.goto('/sign-in')
    const button = main(page).getByRole('button', { name: /^Continue with/ })
    await button.waitFor()
    await inspect(page, 'inside a wallet, sign-in')
    await press(page, /^Continue with/)
    await main(page).getByRole('button', { name: signIn.cancel }).waitFor()
    await inspect(page, 'inside a wallet, its question')
  },
)
