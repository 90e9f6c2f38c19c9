import assert from 'node:assert/strict'
import { scopes } from '@countersign/contract/scope.ts'
import type { Page } from 'playwright-core'
import { recoverMessageAddress } from 'viem'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { interaction } from '../../web/src/words/interaction.ts'
import { answerApp } from '../support/answer-app.ts'
import { giveLogo, seeLogo } from '../support/app-logo.ts'
import { type AppSite, startAppSite } from '../support/app-site.ts'
import { arriveAt, type Guest, main, press, see, seeHeading, seeStatus } from '../support/guest.ts'
import {
  DESKTOP,
  isInView,
  PHONE,
  scrollTo,
  scrollToEndOf,
  seeBelow,
  seeInView,
  seeWithoutScrolling,
} from '../support/in-view.ts'
import { findViolations, inspect } from '../support/inspect.ts'
import { meta, PERMITTED } from '../support/member.ts'
import { enterSignedIn, signInElsewhere } from '../support/signed-in.ts'
import { setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { chip, frame, home, signIn, signOut, stepUp } from '../support/words.ts'

const site = setSite()
const { play } = site.stage

/** An app of its own for a guest who may go there. */
async function meet(guest: Guest, wishes?: Parameters<typeof startAppSite>[1]): Promise<AppSite> {
  const app = await startAppSite(site, wishes)
  app.welcome(guest)
  return app
}

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true, disabled: false })
const labels = (page: Page) => main(page).locator('dt')
const seeConsent = (page: Page, app: AppSite) => seeHeading(page, `${interaction.allowTitle} ${app.name}?`)

/** Scroll positions at which the edge of the buttons runs through a link. */
const CUTS = `(() => {
  const edge = document.querySelector('.asked-decide').getBoundingClientRect().top + scrollY
  const boxes = [...document.querySelectorAll('main a, main summary')].map((each) => each.getBoundingClientRect())
  const inside = (at) => boxes.some(({ top, bottom }) => top + scrollY - at < edge && bottom + scrollY - at > edge)
  const end = document.documentElement.scrollHeight - innerHeight
  return Array.from({ length: Math.floor(end / 8) + 1 }, (_, index) => index * 8).filter(inside)
})()`

/** On a phone, a link that the buttons cover in part stays large enough to be touched. */
async function seeNoLinkCutOff(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  await scrollTo(page, 0)
  await seeInView(button(page, interaction.allow), interaction.allow)
  const cuts = await page.evaluate<number[]>(CUTS)
  assert.ok(cuts.length > 2, `a link passes the buttons: ${cuts}`)
  for (const at of cuts) {
    await scrollTo(page, at)
    assert.deepEqual(await findViolations(page, { type: 'rule', values: ['target-size'] }), [], `at ${at} px`)
  }
  await page.setViewportSize(DESKTOP)
}

async function signInAndAllow({ page, account, other }: Guest, app: AppSite): Promise<void> {
  const logo = giveLogo(site, app)
  await app.ask(page, { login_hint: `eip155:1:${other.address}` })
  await seeHeading(page, interaction.signInTitle(app.name))
  await see(page, interaction.signInLead(app.host))
  await see(page, interaction.hint)
  await see(page, shortAddress(other.address))
  await seeLogo(page, logo)
  await inspect(page, 'signing in to an app')
  await press(page, signIn.continueWith('MetaMask'))
  await seeConsent(page, app)
  await seeLogo(page, logo)
  assert.equal(await main(page).locator('h1 bdi').textContent(), app.name)
  for (const claim of [app.host, interaction.claims.name, interaction.claims.wallet]) await see(page, claim)
  assert.equal(await main(page).getByText(interaction.isNew, { exact: true }).count(), 0)
  await seeNoLinkCutOff(page)
  await main(page).getByText(interaction.exact).click()
  const shown = JSON.parse((await main(page).locator('pre').textContent()) ?? '')
  await press(page, interaction.allow)
  const claims = await app.claims(await app.answer(page))
  assert.equal(claims.wallet, `eip155:0:${account.address}`) // the hint decides nothing
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(claims[name], value, name)
  await app.ask(page)
  const { searchParams } = new URL(page.url())
  assert.equal((await app.claims(searchParams)).sub, claims.sub) // no screen: the browser is back at once
}

/** The request is for the account of the session, whichever tab changes it. */
async function changeAccounts(guest: Guest, app: AppSite): Promise<void> {
  const { page, context, account, other } = guest
  await app.ask(page, { prompt: 'consent' })
  await seeConsent(page, app)
  await meta(guest).switchAccounts([other.address])
  await page.getByRole('link', { name: interaction.another }).click()
  await see(page, interaction.otherWallet)
  await press(page, /^Continue/)
  await seeConsent(page, app)
  await see(page, shortAddress(other.address))

  const second = await context.newPage()
  await second.goto('/sign-in?switch=1')
  await press(second, /^Continue/)
  await arriveAt(second, '/home')
  await see(page, shortAddress(account.address))
  await seeConsent(page, app)
  await seeStatus(page, chip.connected)
  await press(second, home.signOut)
  await seeHeading(second, signOut.doneTitle)
  await second.close()
  await see(page, interaction.signInFor(app.name, app.host)) // the heading is about the connected wallet
  await meta(guest).switchAccounts([other.address])
  await press(page, signIn.continueAs)
  await seeConsent(page, app)
  await press(page, interaction.allow)
  assert.equal((await app.claims(await app.answer(page))).wallet, `eip155:0:${other.address}`)
}

play(
  'a visitor signs in to an app, returns to it, changes accounts and signs again',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    const app = await meet(guest, { name: '<b>יומן</b> (2)' }) // from right to left, with brackets: only a name
    await signInAndAllow(guest, app)
    await changeAccounts(guest, app)

    site.change('UPDATE session SET created_at = created_at - 5000') // as if they had signed in earlier
    await app.ask(page, { prompt: 'login', max_age: '0', acr_values: 'urn:countersign:acr:fresh' })
    await see(page, interaction.freshSignature)
    const before = guest.messages.length
    await press(page, /^Continue/)
    assert.equal((await app.claims(await app.answer(page))).acr, 'urn:countersign:acr:fresh')
    assert.equal(guest.messages.length, before + 1) // asked once, although three parameters want it
  },
)

const PERSON = 'Wilhelmina Featherstonehaugh-Cholmondeley of Ashby'
const FIRST_SCOPES = scopes.filter((scope) => scope !== 'wallet_proof' && scope !== 'groups')

/** Both buttons are in view at every size, and the last line can be read above them. */
async function seeAnswerable(page: Page): Promise<void> {
  const last = main(page).locator('.asked-claims dd').last()
  const answers = [interaction.allow, interaction.deny].map((name) => button(page, name))
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await scrollTo(page, 0)
    for (const answer of answers) await seeInView(answer, `${answer} at ${size.width} px`)
    assert.equal(await isInView(last), false, 'there is more to read than fits')
    await scrollToEndOf(last)
    await seeInView(last, `the last line at ${size.width} px`)
    for (const answer of answers) await seeInView(answer, `${answer} below the last line`)
  }
}

/** No control has the focus where the buttons cover it. */
async function seeEveryFocus(page: Page): Promise<void> {
  await scrollTo(page, 0)
  await page.locator('h1').focus()
  const met: string[] = []
  const focused = page.locator(':focus')
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab')
    met.push((await focused.textContent()) ?? '')
    await seeInView(focused, met.at(-1) ?? '')
  }
  assert.deepEqual(met, [interaction.another, interaction.exact, interaction.allow, interaction.deny])
  for (const name of met.toReversed().slice(1)) {
    await page.keyboard.press('Shift+Tab')
    await seeInView(focused, `${name}, on the way back`)
  }
}

/** The buttons have a border in forced colors, and cover nothing in a window that is short. */
async function seeOtherWindows(page: Page): Promise<void> {
  const allow = button(page, interaction.allow)
  await page.emulateMedia({ forcedColors: 'active' })
  await seeInView(allow, interaction.allow)
  const border = await main(page)
    .locator('.asked-decide')
    .evaluate((each) => each.ownerDocument.defaultView.getComputedStyle(each).borderBlockStart)
  assert.match(border, /^1px solid/)
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 667, height: 375 })
  await scrollTo(page, 0)
  await seeBelow(allow, interaction.allow)
  await allow.focus()
  await seeInView(allow, interaction.allow)
  await page.setViewportSize(DESKTOP)
}

async function allowMore(page: Page, app: AppSite): Promise<void> {
  await seeConsent(page, app)
  await see(page, interaction.asksMore)
  const { claims, isNew } = interaction
  assert.deepEqual(
    await labels(page).filter({ hasText: isNew }).allTextContents(),
    [claims.walletProof, claims.groups].map((label) => `${label} ${isNew}`),
  )
  for (const claim of [claims.preferred_username, claims.wallets, claims.offline, claims.sub])
    await labels(page).filter({ hasText: claim }).waitFor()
  await see(page, claims.walletProofText)
  await seeAnswerable(page)
  await seeEveryFocus(page)
  await seeOtherWindows(page)
  await main(page).getByText(interaction.exact).click()
  await inspect(page, 'consent to everything, exactly as it is sent')
  await press(page, interaction.allow)
}

/** The wallet shows what it is to sign. */
const asked = (guest: Guest) =>
  until(
    () => meta(guest).waiting(),
    (waiting) => waiting.includes('personal_sign'),
    'the wallet is asked',
  )

/** With another account first, and after a rejection. Returns the claims. */
async function signForApp(guest: Guest, app: AppSite): Promise<Record<string, unknown>> {
  const { page, context, account, other } = guest
  await meta(guest).switchAccounts([other.address])
  await see(page, interaction.proveOther)
  await inspect(page, 'signing for an app with another account')
  await context.setOffline(true)
  await see(page, frame.offline)
  await context.setOffline(false)
  await meta(guest).switchAccounts([account.address])
  await press(page, interaction.proveSign)
  await asked(guest)
  await meta(guest).reject()
  await see(page, stepUp.declined('MetaMask'))
  await seeWithoutScrolling(page, [button(page, interaction.proveSign)])
  const reason = main(page).getByText(stepUp.declined('MetaMask'))
  await page.setViewportSize(PHONE)
  await scrollToEndOf(reason)
  await seeInView(reason, 'the reason')
  await page.setViewportSize(DESKTOP)
  await press(page, interaction.proveSign)
  await asked(guest)
  await meta(guest).approve()
  return app.claims(await app.answer(page))
}

play(
  'an app that asks for everything is allowed and signed for without scrolling, and declined the next time',
  { wallets: [{ ...PERMITTED, answers: { personal_sign: 'ask' } }] },
  async (guest) => {
    const { page, account } = guest
    const name = 'The Extraordinarily Long Documentation and Planning Site'
    const app = await meet(guest, { name, scopes: [...scopes] })
    const logo = giveLogo(site, app)
    const browser = await signInElsewhere(site.stage, account)
    await answerApp(browser, app, 'allow', { scope: FIRST_SCOPES.join(' ') })
    site.change('UPDATE person SET display_name = ?', PERSON)
    await enterSignedIn(site.stage, guest, '/readyz')
    await app.ask(page, { prompt: 'select_account' })
    await seeHeading(page, `${interaction.continueTitle} ${name}`)
    await seeLogo(page, logo)
    const choices = [interaction.continueAs(PERSON), interaction.back].map((choice) => button(page, choice))
    await seeWithoutScrolling(page, choices)
    await inspect(page, 'choosing an account')
    await press(page, interaction.continueAs(PERSON))
    await allowMore(page, app)
    await seeHeading(page, `${interaction.proveTitle} ${name}`)
    await seeLogo(page, logo)
    const { wallet, wallet_proof } = await signForApp(guest, app)
    const { message, signature } = wallet_proof as { message: string; signature: `0x${string}` } // checked by what follows
    assert.equal(wallet, `eip155:0:${account.address}`)
    assert.equal(await recoverMessageAddress({ message, signature }), account.address)
    assert.equal(guest.messages.at(-1), message)
    assert.ok(message.includes(name))

    const signed = guest.messages.length
    await app.ask(page)
    await seeHeading(page, `${interaction.proveTitle} ${name}`) // each request wants a signature of its own
    await press(page, interaction.deny)
    assert.equal((await app.answer(page)).get('error'), 'access_denied')
    assert.equal(guest.messages.length, signed)
  },
)
