import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, heard, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { frame, help, home, notFound, setup, signIn, signOut } from '../support/words.ts'

const stage = setStage()
const focused = (page: Page) => page.evaluate<string>('document.activeElement?.textContent?.trim() ?? ""')

async function seeTitle(page: Page, screen: string): Promise<void> {
  await until(
    () => page.title(),
    (title) => title === `${screen} · Countersign`,
    'the tab has its title',
  )
}

/** Presses Tab until the control with this text has the focus, as a person without a mouse does. */
async function tabTo(page: Page, text: string): Promise<void> {
  const inWindow = 'document.activeElement?.shadowRoot?.activeElement?.textContent?.trim()'
  for (let presses = 0; presses < 40; presses++) {
    const name = (await page.evaluate<string | undefined>(inWindow)) ?? (await focused(page))
    if (name === text) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab never reaches "${text}"`)
}

stage.play('a whole sign-in works by keyboard, including the demo wallet’s window', {}, async ({ page }) => {
  await page.goto('/sign-in')
  await main(page)
    .getByRole('button', { name: signIn.continueWith('Demo wallet') })
    .waitFor()
  await tabTo(page, signIn.continueWith('Demo wallet'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Connect to this site?').waitFor()
  await tabTo(page, 'Approve')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Sign this message?').waitFor()
  await tabTo(page, 'Approve and sign')
  await page.keyboard.press('Enter')
  await arriveAt(page, '/home')
  await until(
    () => focused(page),
    (text) => text === home.heading,
    'the focus is on the heading of home',
  )
  await tabTo(page, home.signOut)
  await page.keyboard.press('Space')
  await until(
    () => focused(page),
    (text) => text === signOut.doneTitle,
    'the focus is on the heading',
  )
})

const focusIsOn = (page: Page, heading: string) =>
  until(
    () => focused(page),
    (text) => text === heading,
    `the focus is on the heading ${heading}`,
  )

stage.play(
  'public screens: focus and title follow each navigation, statuses are right, and the chosen theme is kept',
  {},
  async ({ page }) => {
    await page.goto('/sign-in')
    await focusIsOn(page, signIn.title)
    await seeTitle(page, signIn.title)
    await page.getByRole('link', { name: frame.help }).click()
    await focusIsOn(page, help.title)
    await seeTitle(page, help.title)
    await inspect(page, 'help')
    await page.goBack()
    await focusIsOn(page, signIn.title)

    await page.goto('/setup')
    await seeHeading(page, setup.title)
    await seeTitle(page, setup.title)
    await press(page, signIn.continueWith('Demo wallet'))
    await see(page, setup.codeMissing)
    await inspect(page, 'setup')

    assert.equal((await page.goto('/problems/challenge_expired'))?.status(), 200)
    await seeHeading(page, wordsForProblem('challenge_expired', '').title)
    await inspect(page, 'a problem')

    assert.equal((await page.goto('/nowhere'))?.status(), 404)
    await seeHeading(page, notFound.heading)
    await seeTitle(page, notFound.title)
    await inspect(page, 'not found')
    await keepsTheTheme(page)
  },
)

/** The theme is in the first bytes of the page, so that it never flashes in the other. */
async function keepsTheTheme(page: Page): Promise<void> {
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await ground()
  await page.getByRole('radio', { name: frame.themes.dark }).check({ force: true })
  const dark = await until(ground, (color) => color !== light, 'the theme changes at once')
  const answer = await page.reload()
  assert.match((await answer?.text()) ?? '', /<html[^>]* data-theme="dark"/)
  assert.equal(await ground(), dark)
}

const RECORD_VIOLATIONS =
  'violations = []; addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI))'
const RECORD_SPOKEN = `
  spoken = []
  addEventListener('DOMContentLoaded', () => {
    const region = document.querySelector('[role=status]')
    new MutationObserver(() => spoken.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true })
  })`

const hears = (page: Page, what: string, holds: (text: string) => boolean) =>
  until(
    () => heard(page, 'status'),
    (text) => text !== null && holds(text),
    what,
  )

stage.play(
  'a sign-in announces each step once, moves nothing with reduced motion, and violates no policy',
  { wallets: [{ ...META, answers: { personal_sign: 'ask' } }], browser: { reducedMotion: 'reduce' } },
  async (guest) => {
    const { page } = guest
    const moving = () =>
      page.evaluate('document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 1).length')
    await page.addInitScript(RECORD_VIOLATIONS)
    await page.addInitScript(RECORD_SPOKEN)
    await page.goto('/sign-in')
    await hears(page, 'the wallets are counted', (text) => text === signIn.found(2))
    assert.equal(await moving(), 0)
    await main(page).getByText(signIn.moreWays).click()
    await main(page)
      .getByRole('button', { name: /^Demo wallet/ })
      .waitFor()
    await press(page, signIn.continueWith('MetaMask'))
    await hears(page, 'the wait is announced', (text) => text === signIn.signSpoken)
    await seeHeading(page, signIn.signTitle('MetaMask'))
    assert.equal(await moving(), 0)
    await guest.wallet('io.metamask').approve()
    await arriveAt(page, '/home')
    await hears(page, 'the end is announced', (text) => text.startsWith(signIn.signedIn))
    // Words that nobody replaced are taken away after a while, which a busy machine may need for a step.
    const spoken = await page.evaluate<string[]>('spoken.filter((text) => text !== "")')
    assert.deepEqual(spoken, [...new Set(spoken)])
    await see(page, 'MetaMask')
    assert.deepEqual(await page.evaluate('violations'), [])
  },
)
