import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, heard, META, main, press, RABBY, see, seeHeading } from '../support/guest.ts'
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

stage.play('a whole sign-in needs no mouse, the demo wallet’s window included', {}, async ({ page }) => {
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

stage.play('the heading has the focus after each navigation, and the tab its title', {}, async ({ page }) => {
  await page.goto('/sign-in')
  await until(
    () => focused(page),
    (text) => text === signIn.title,
    'sign-in',
  )
  await seeTitle(page, signIn.title)
  await page.getByRole('link', { name: frame.help }).click()
  await until(
    () => focused(page),
    (text) => text === help.title,
    'help',
  )
  await seeTitle(page, help.title)
  await page.goBack()
  await until(
    () => focused(page),
    (text) => text === signIn.title,
    'sign-in again',
  )
  for (const [path, heading, title] of [
    ['/setup', setup.title, setup.title],
    ['/nowhere', notFound.heading, notFound.title],
  ] as const) {
    await page.goto(path)
    await seeHeading(page, heading)
    await seeTitle(page, title)
  }
})

stage.play('what is not there is answered as that', {}, async ({ page }) => {
  assert.equal((await page.goto('/nowhere'))?.status(), 404)
  await seeHeading(page, notFound.heading)
  assert.equal((await page.goto('/problems/challenge_expired'))?.status(), 200)
  await seeHeading(page, wordsForProblem('challenge_expired', '').title)
})

stage.play(
  'a screen reader hears each step once',
  { wallets: [{ ...META, answers: { personal_sign: 'ask' } }] },
  async (guest) => {
    const { page } = guest
    await page.addInitScript(`
    spoken = []
    addEventListener('DOMContentLoaded', () => {
      const region = document.querySelector('[role=status]')
      new MutationObserver(() => spoken.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true })
    })`)
    await page.goto('/sign-in')
    await until(
      () => heard(page, 'status'),
      (text) => text === signIn.found(2),
      'the wallets are counted',
    )
    await press(page, signIn.continueWith('MetaMask'))
    await until(
      () => heard(page, 'status'),
      (text) => text === signIn.signSpoken,
      'the wait is spoken',
    )
    await guest.wallet('io.metamask').approve()
    await arriveAt(page, '/home')
    await until(
      () => heard(page, 'status'),
      (text) => text?.startsWith(signIn.signedIn) === true,
      'the end is spoken',
    )
    // Words that nobody replaced are taken away after a while, which a busy machine may need for a step.
    const spoken = await page.evaluate<string[]>('spoken.filter((text) => text !== "")')
    assert.deepEqual(spoken, [...new Set(spoken)])
  },
)

stage.play(
  'nothing moves where motion is not wanted',
  { wallets: [META], browser: { reducedMotion: 'reduce' } },
  async (guest) => {
    const { page } = guest
    const moving = () =>
      page.evaluate('document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 1).length')
    await page.goto('/sign-in')
    await main(page)
      .getByRole('button', { name: signIn.continueWith('MetaMask') })
      .waitFor()
    assert.equal(await moving(), 0)
    await guest.wallet('io.metamask').answer('personal_sign', 'ask')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, signIn.signTitle('MetaMask'))
    assert.equal(await moving(), 0)
  },
)

stage.play('the chosen theme is there from the first byte', { browser: { colorScheme: 'light' } }, async ({ page }) => {
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  await page.goto('/sign-in')
  const light = await ground()
  await page.getByRole('radio', { name: frame.themes.dark }).check({ force: true })
  const dark = await until(ground, (colour) => colour !== light, 'the theme changes at once')
  const answer = await page.reload()
  assert.match((await answer?.text()) ?? '', /<html[^>]* data-theme="dark"/)
  assert.equal(await ground(), dark)
})

stage.play('our own policy stops nothing of ours', { wallets: [META, RABBY] }, async ({ page }) => {
  await page.addInitScript(
    'violations = []; addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI))',
  )
  await page.goto('/sign-in')
  await press(page, /^MetaMask/)
  await arriveAt(page, '/home')
  await see(page, 'MetaMask')
  assert.deepEqual(await page.evaluate('violations'), [])
})
