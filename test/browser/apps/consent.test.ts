import assert from 'node:assert/strict'
import { scopes } from '@countersign/contract/app/scope.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Page } from 'playwright-core'
import { recoverMessageAddress } from 'viem'
import { interaction } from '../../../web/src/words/interaction.ts'
import { checkAccessibility, checkPart, findViolations } from '../../support/browser/accessibility/accessibility.ts'
import {
  DESKTOP,
  expectBelowViewport,
  expectInView,
  expectVisibleWithoutScrolling,
  isInView,
  PHONE,
  scrollTo,
  scrollToEndOf,
} from '../../support/browser/accessibility/viewport.ts'
import { signOutInMenu } from '../../support/browser/account-menu.ts'
import { metaMask, PERMITTED } from '../../support/browser/account-suite.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { expectLogo, setAppLogo } from '../../support/browser/app-logo.ts'
import { type AppSite, startAppSite } from '../../support/browser/app-site.ts'
import { decideOverHttp } from '../../support/browser/decide-over-http.ts'
import { openSignedIn, signInOnOtherDevice } from '../../support/browser/open-signed-in.ts'
import {
  clickButton,
  expectHeading,
  expectStatus,
  expectText,
  main,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { chip, frame, home, signIn, signOut, stepUp } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite

/** An app of its own for a user who may go there. */
async function startApp(user: TestUser, options?: Parameters<typeof startAppSite>[1]): Promise<AppSite> {
  const app = await startAppSite(site, options)
  app.allowIn(user)
  return app
}

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true, disabled: false })
const labels = (page: Page) => main(page).locator('dt')
const expectConsent = (page: Page, app: AppSite) => expectHeading(page, `${interaction.allowTitle} ${app.name}?`)

/** Scroll positions at which the edge of the buttons runs through a link. */
const CUTS = `(() => {
  const edge = document.querySelector('.request-decisions').getBoundingClientRect().top + scrollY
  const boxes = [...document.querySelectorAll('main a, main summary')].map((each) => each.getBoundingClientRect())
  const inside = (at) => boxes.some(({ top, bottom }) => top + scrollY - at < edge && bottom + scrollY - at > edge)
  const end = document.documentElement.scrollHeight - innerHeight
  return Array.from({ length: Math.floor(end / 8) + 1 }, (_, index) => index * 8).filter(inside)
})()`

/** On a phone, a link that the buttons cover in part stays large enough to be touched. */
async function expectNoLinkCutOff(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  await scrollTo(page, 0)
  await expectInView(button(page, interaction.allow), interaction.allow)
  const cuts = await page.evaluate<number[]>(CUTS)
  assert.ok(cuts.length > 2, `a link passes the buttons: ${cuts}`)
  for (const at of cuts) {
    await scrollTo(page, at)
    assert.deepEqual(
      await findViolations(page, { runOnly: { type: 'rule', values: ['target-size'] }, except: [] }),
      [],
      `at ${at} px`,
    )
  }
  await page.setViewportSize(DESKTOP)
}

async function signInAndAllow({ page, account, other }: TestUser, app: AppSite): Promise<void> {
  const logo = setAppLogo(site, app)
  await app.requestAuthorization(page, { login_hint: `eip155:1:${other.address}` })
  await expectHeading(page, interaction.signInTitle(app.name))
  await expectText(page, interaction.signInLead(app.host))
  await expectText(page, interaction.hint)
  await expectText(page, shortAddress(other.address))
  await expectLogo(page, logo)
  await checkAccessibility(page, 'signing in to an app')
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectConsent(page, app)
  await expectLogo(page, logo)
  assert.equal(await main(page).locator('h1 bdi').textContent(), app.name)
  for (const claim of [app.host, interaction.claims.name, interaction.claims.wallet]) await expectText(page, claim)
  assert.equal(await main(page).getByText(interaction.isNew, { exact: true }).count(), 0)
  await expectNoLinkCutOff(page)
  await main(page).getByText(interaction.exact).click()
  const shown = JSON.parse((await main(page).locator('pre').textContent()) ?? '')
  await clickButton(page, interaction.allow)
  const claims = await app.claims(await app.readCallback(page))
  assert.equal(claims.wallet, `eip155:0:${account.address}`) // the hint decides nothing
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(claims[name], value, name)
  await app.requestAuthorization(page)
  const { searchParams } = new URL(page.url())
  assert.equal((await app.claims(searchParams)).sub, claims.sub) // no screen: the browser is back at once
}

/** The request is for the account of the session, whichever tab changes it. */
async function changeAccounts(user: TestUser, app: AppSite): Promise<void> {
  const { page, context, account, other } = user
  await app.requestAuthorization(page, { prompt: 'consent' })
  await expectConsent(page, app)
  await metaMask(user).switchAccounts([other.address])
  await page.getByRole('link', { name: interaction.another }).click()
  await expectText(page, interaction.otherWallet)
  await clickButton(page, /^Continue/)
  await expectConsent(page, app)
  await expectText(page, shortAddress(other.address))

  const second = await context.newPage()
  await second.goto('/sign-in?switch=1')
  await clickButton(second, /^Continue/)
  await waitForPath(second, '/home')
  await expectHeading(second, home.heading) // the menu closes when the page changes
  await expectText(page, shortAddress(account.address))
  await expectConsent(page, app)
  await expectStatus(page, chip.connected)
  await signOutInMenu(second)
  await expectHeading(second, signOut.doneTitle)
  await second.close()
  await expectText(page, interaction.signInFor(app.name, app.host)) // the heading is about the connected wallet
  await metaMask(user).switchAccounts([other.address])
  await clickButton(page, signIn.continueAs)
  await expectConsent(page, app)
  await clickButton(page, interaction.allow)
  assert.equal((await app.claims(await app.readCallback(page))).wallet, `eip155:0:${other.address}`)
}

testInBrowser(
  'a visitor signs in to an app, returns to it, switches accounts and signs again',
  { wallets: [PERMITTED] },
  async (user) => {
    const { page } = user
    const app = await startApp(user, { name: '<b>יומן</b> (2)' }) // from right to left, with brackets: only a name
    await signInAndAllow(user, app)
    await changeAccounts(user, app)

    site.change('UPDATE session SET created_at = created_at - 5000') // as if they had signed in earlier
    await app.requestAuthorization(page, { prompt: 'login', max_age: '0', acr_values: 'urn:countersign:acr:fresh' })
    await expectText(page, interaction.freshSignature)
    const before = user.messages.length
    await clickButton(page, /^Continue/)
    assert.equal((await app.claims(await app.readCallback(page))).acr, 'urn:countersign:acr:fresh')
    assert.equal(user.messages.length, before + 1) // asked once, although three parameters want it
  },
)

const PERSON = 'Wilhelmina Featherstonehaugh-Cholmondeley of Ashby'
const FIRST_SCOPES = scopes.filter((scope) => scope !== 'wallet_proof' && scope !== 'groups')

const expectMoreBelow = (page: Page, shown: boolean) =>
  main(page)
    .getByText(interaction.moreBelow)
    .waitFor({ state: shown ? 'visible' : 'detached' })

/** Both buttons are in view at every size, and the last line can be read above them. */
async function expectButtonsInView(page: Page): Promise<void> {
  const last = main(page).locator('.request-claims dd').last()
  const answers = [interaction.allow, interaction.deny].map((name) => button(page, name))
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await scrollTo(page, 0)
    for (const answer of answers) await expectInView(answer, `${answer} at ${size.width} px`)
    assert.equal(await isInView(last), false, 'there is more to read than fits')
    await expectInView(main(page).getByText(interaction.moreBelow), 'the line above the buttons, which covers the text')
    await scrollToEndOf(last)
    await expectInView(last, `the last line at ${size.width} px`)
    await scrollToEndOf(main(page).getByText(interaction.disconnectNote))
    await expectMoreBelow(page, false)
    await scrollToEndOf(last)
    for (const answer of answers) await expectInView(answer, `${answer} below the last line`)
  }
}

/** No control has the focus where the buttons cover it. */
async function expectEveryFocus(page: Page): Promise<void> {
  await scrollTo(page, 0)
  await page.locator('h1').focus()
  const met: string[] = []
  const focused = page.locator(':focus')
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab')
    met.push((await focused.textContent()) ?? '')
    await expectInView(focused, met.at(-1) ?? '')
  }
  assert.deepEqual(met, [interaction.another, interaction.exact, interaction.allow, interaction.deny])
  for (const name of met.toReversed().slice(1)) {
    await page.keyboard.press('Shift+Tab')
    await expectInView(focused, `${name}, on the way back`)
  }
}

/** The buttons have a border in forced colors, and cover nothing in a window that is short. */
async function expectOtherWindows(page: Page): Promise<void> {
  const allow = button(page, interaction.allow)
  await page.emulateMedia({ forcedColors: 'active' })
  await expectInView(allow, interaction.allow)
  const border = await main(page)
    .locator('.request-decisions')
    .evaluate((each) => each.ownerDocument.defaultView.getComputedStyle(each).borderBlockStart)
  assert.match(border, /^1px solid/)
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 667, height: 375 })
  await scrollTo(page, 0)
  await expectBelowViewport(allow, interaction.allow)
  await allow.focus()
  await expectInView(allow, interaction.allow)
  await page.setViewportSize(DESKTOP)
}

async function allowMore(page: Page, app: AppSite): Promise<void> {
  await expectConsent(page, app)
  await expectText(page, interaction.asksMore)
  const { claims, isNew } = interaction
  assert.deepEqual(
    await labels(page).filter({ hasText: isNew }).allTextContents(),
    [claims.walletProof, claims.groups].map((label) => `${label} ${isNew}`),
  )
  const offline = main(page).getByText(claims.offline)
  await expectVisibleWithoutScrolling(page, [offline, main(page).getByText(claims.offlineText)])
  for (const claim of [claims.preferred_username, claims.wallets, claims.sub])
    await labels(page).filter({ hasText: claim }).waitFor()
  await expectText(page, claims.walletProofText)
  await expectButtonsInView(page)
  await expectEveryFocus(page)
  await expectOtherWindows(page)
  await main(page).getByText(interaction.exact).click()
  await checkAccessibility(page, 'consent to everything, exactly as it is sent')
  await clickButton(page, interaction.allow)
}

/** The wallet shows what it is to sign. */
const waitForSignatureRequest = (user: TestUser) =>
  until(
    () => metaMask(user).waiting(),
    (waiting) => waiting.includes('personal_sign'),
    'the wallet is asked',
  )

/** With another account first, and after a rejection. Returns the claims. */
async function signForApp(user: TestUser, app: AppSite): Promise<Record<string, unknown>> {
  const { page, context, account, other } = user
  await metaMask(user).switchAccounts([other.address])
  await expectText(page, interaction.proveOther)
  await clickButton(page, signIn.anotherAccount) // the wallet answers with the same account
  await expectText(page, stepUp.stayed('MetaMask'))
  await expectText(page, interaction.proveOtherHelp('MetaMask'))
  await checkPart(page, 'signing for an app with another account')
  await context.setOffline(true)
  await expectText(page, frame.offline)
  await context.setOffline(false)
  await metaMask(user).switchAccounts([account.address])
  await clickButton(page, interaction.proveSign)
  await waitForSignatureRequest(user)
  await metaMask(user).reject()
  await expectText(page, stepUp.declined('MetaMask'))
  await expectVisibleWithoutScrolling(page, [button(page, interaction.proveSign)])
  const reason = main(page).getByText(stepUp.declined('MetaMask'))
  await page.setViewportSize(PHONE)
  await scrollToEndOf(reason)
  await expectInView(reason, 'the reason')
  await page.setViewportSize(DESKTOP)
  await clickButton(page, interaction.proveSign)
  await waitForSignatureRequest(user)
  await metaMask(user).approve()
  return app.claims(await app.readCallback(page))
}

testInBrowser(
  'an app that requests everything is allowed without scrolling, and declined the next time',
  { wallets: [{ ...PERMITTED, answers: { personal_sign: 'ask' } }] },
  async (user) => {
    const { page, account } = user
    const name = 'The Extraordinarily Long Documentation and Planning Site'
    const app = await startApp(user, { name, scopes: [...scopes] })
    const logo = setAppLogo(site, app)
    const browser = await signInOnOtherDevice(site.suite, account)
    await decideOverHttp(browser, app, 'allow', { scope: FIRST_SCOPES.join(' ') })
    site.change('UPDATE person SET display_name = ?', PERSON)
    await openSignedIn(site.suite, user, '/readyz')
    await app.requestAuthorization(page, { prompt: 'select_account' })
    await expectHeading(page, `${interaction.continueTitle} ${name}`)
    await expectLogo(page, logo)
    const choices = [interaction.continueAs(PERSON), interaction.back].map((choice) => button(page, choice))
    await expectVisibleWithoutScrolling(page, choices)
    await checkPart(page, 'choosing an account')
    await clickButton(page, interaction.continueAs(PERSON))
    await allowMore(page, app)
    await expectHeading(page, `${interaction.proveTitle} ${name}`)
    await expectLogo(page, logo)
    const { wallet, wallet_proof } = await signForApp(user, app)
    const { message, signature } = wallet_proof as { message: string; signature: `0x${string}` } // checked by what follows
    assert.equal(wallet, `eip155:0:${account.address}`)
    assert.equal(await recoverMessageAddress({ message, signature }), account.address)
    assert.equal(user.messages.at(-1), message)
    assert.ok(message.includes(name))

    const signed = user.messages.length
    await app.requestAuthorization(page)
    await expectHeading(page, `${interaction.proveTitle} ${name}`) // each request wants a signature of its own
    await clickButton(page, interaction.deny)
    assert.equal((await app.readCallback(page)).get('error'), 'access_denied')
    assert.equal(user.messages.length, signed)
  },
)
