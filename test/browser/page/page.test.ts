import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { navigateInPage } from '../../support/browser/navigate.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import { expectHeading, expectText, type TestUser } from '../../support/browser/test-user.ts'
import { crash, documentation, frame, help, notFound, signIn } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite()
const readFocusedText = (page: Page) => page.evaluate<string>('document.activeElement?.textContent?.trim() ?? ""')

async function expectTitle(page: Page, screen: string): Promise<void> {
  await until(
    () => page.title(),
    (title) => title === `${screen} · Countersign`,
    'the tab has its title',
  )
}

const expectFocusOn = (page: Page, heading: string) =>
  until(
    () => readFocusedText(page),
    (text) => text === heading,
    `the focus is on the heading ${heading}`,
  )

async function crashHelp({ page, context, pageErrors }: TestUser): Promise<void> {
  const body = 'export function WalletsHelpScreen() { throw new Error("out of ink") }'
  await context.route(/\/assets\/wallets-help-.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.getByRole('link', { name: frame.help }).click()
  await expectHeading(page, crash.title)
  await expectText(page, /^page\/crashed .* Error: out of ink$/)
  await checkAccessibility(page, 'crash')
  await until(
    () => pageErrors.length,
    (count) => count > 0,
    'the fault is in the console',
  )
  pageErrors.length = 0 // the crash is what was asked for
}

suite.testInBrowser(
  'public screens: focus and title follow each navigation, the theme is kept, and a crash is reported',
  {},
  async (user) => {
    const { page } = user
    await page.goto('/sign-in')
    await expectFocusOn(page, signIn.title)
    await expectTitle(page, signIn.title)
    await page.getByRole('link', { name: frame.help }).click()
    await expectFocusOn(page, help.title)
    await expectTitle(page, help.title)
    await checkAccessibility(page, 'help')
    await page.goBack()
    await expectFocusOn(page, signIn.title)

    await navigateInPage(page, '/problems/challenge_expired')
    await expectFocusOn(page, wordsForProblem('challenge_expired', '').title)
    await checkAccessibility(page, 'a problem')

    await navigateInPage(page, '/nowhere')
    await expectFocusOn(page, notFound.heading)
    await expectTitle(page, notFound.title)
    await checkAccessibility(page, 'not found')
    await keepsTheTheme(page)
    await expectHeading(page, notFound.heading)
    await crashHelp(user)
  },
)

suite.testInBrowser(
  'the documentation: search by keyboard, copy code and keep the theme, without a session',
  { browser: { permissions: ['clipboard-read', 'clipboard-write'] } },
  async ({ page }) => {
    await page.goto('/docs')
    await expectHeading(page, documentation.title)
    await checkAccessibility(page, 'documentation')
    const search = page.getByRole('searchbox', { name: documentation.search })
    await search.fill('xylophone')
    await page.getByRole('search').getByText(documentation.nothing('xylophone')).waitFor()
    await search.fill('locked out')
    await page.getByRole('search').getByRole('link').first().waitFor()
    await checkPart(page, 'search results of the documentation')
    await search.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/operating#when-you-are-locked-out')
    await checkAccessibility(page, 'a page of the documentation')

    await page.getByRole('navigation', { name: documentation.pages }).locator('[href="/docs/first-site"]').click()
    await page.waitForURL('**/docs/first-site')
    const copy = page.getByRole('button', { name: documentation.copy }).first()
    await copy.click()
    await until(
      () => page.evaluate<string>('navigator.clipboard.readText()'),
      (text) => text === 'sudo apt-get install git npm nginx\n',
      'the code is copied',
    )
    await page.getByRole('radio', { name: frame.themes.dark }).check({ force: true })
    await page.reload()
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  },
)

/** The theme is in the first bytes of the page, so that it never flashes in the other. */
async function keepsTheTheme(page: Page): Promise<void> {
  const readBackground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await readBackground()
  await page.getByRole('radio', { name: frame.themes.dark }).check({ force: true })
  const dark = await until(readBackground, (color) => color !== light, 'the theme changes at once')
  const response = await page.reload()
  assert.equal(response?.status(), 404)
  assert.match((await response?.text()) ?? '', /<html[^>]* data-theme="dark"/)
  assert.equal(await readBackground(), dark)
}
