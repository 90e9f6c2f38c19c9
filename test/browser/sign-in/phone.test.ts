import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import { clickButton, expectHeading, expectText, METAMASK, main, waitForPath } from '../../support/browser/test-user.ts'
import { frame, help, signIn } from '../../support/browser/words.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'
const SAFARI = `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`
const FACEBOOK = `${ANDROID} Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;]`
const WALLET_APP = `${IPHONE} Mobile/15E148 MetaMaskMobile`

/** From the next document on this is the browser; only the wallet app has a wallet. */
const openIn = (context: BrowserContext, userAgent: string) =>
  context.addInitScript(`
    Object.defineProperty(navigator, 'userAgent', { configurable: true, get: () => '${userAgent}' })
    if (!globalThis.kept) globalThis.kept = globalThis.ethereum
    if (${userAgent === WALLET_APP}) globalThis.ethereum = globalThis.kept
    else delete globalThis.ethereum`)

suite.testInBrowser(
  'a phone without a wallet offers wallet apps, an in-app browser does not, and a wallet app signs in',
  {
    browser: { userAgent: SAFARI, hasTouch: true, viewport: { width: 390, height: 844 } },
    wallets: [{ ...METAMASK, announces: 'never' }],
  },
  async ({ page, context }) => {
    const links = main(page).getByRole('link', { name: help.openIn('MetaMask') })
    await openIn(context, SAFARI)
    await page.goto('/sign-in')
    await expectText(page, signIn.none.phoneTitle)
    await links.waitFor()
    await checkAccessibility(page, 'sign-in on a phone')
    await page.getByRole('link', { name: frame.help }).click()
    await expectHeading(page, help.title)
    await expectText(page, help.phoneTitle)
    await links.waitFor()
    await checkPart(page, 'help on a phone')

    await openIn(context, FACEBOOK)
    await page.goto('/sign-in')
    await expectText(page, signIn.none.inAppTitle)
    assert.equal(await links.count(), 0)
    await page.getByRole('link', { name: frame.help }).click()
    await expectHeading(page, help.title)
    await expectText(page, help.inAppTitle)

    await openIn(context, WALLET_APP)
    await page.goto('/sign-in')
    await clickButton(page, /^Continue with/)
    await waitForPath(page, '/home')
  },
)
