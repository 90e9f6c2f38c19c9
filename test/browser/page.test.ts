import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { inspect } from '../support/browser/accessibility.ts'
import { goWithin } from '../support/browser/navigate.ts'
import { setStage } from '../support/browser/suite.ts'
import { type Guest, press, see, seeHeading } from '../support/browser/test-user.ts'
import { crash, frame, help, notFound, setup, signIn } from '../support/browser/words.ts'
import { until } from '../support/until.ts'

const stage = setStage()
const focused = (page: Page) => page.evaluate<string>('document.activeElement?.textContent?.trim() ?? ""')

async function seeTitle(page: Page, screen: string): Promise<void> {
  await until(
    () => page.title(),
    (title) => title === `${screen} · Countersign`,
    'the tab has its title',
  )
}

const focusIsOn = (page: Page, heading: string) =>
  until(
    () => focused(page),
    (text) => text === heading,
    `the focus is on the heading ${heading}`,
  )

async function crashHelp({ page, context, complaints }: Guest): Promise<void> {
  const body = 'export function WalletsHelpScreen() { throw new Error("out of ink") }'
  await context.route(/\/assets\/wallets-help-.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.getByRole('link', { name: frame.help }).click()
  await seeHeading(page, crash.title)
  await see(page, /^page\/crashed .* Error: out of ink$/)
  await inspect(page, 'crash')
  await until(
    () => complaints.length,
    (count) => count > 0,
    'the fault is in the console',
  )
  complaints.length = 0 // the crash is what was asked for
}

stage.play(
  'public screens: focus and title follow each navigation, the theme is kept, and a crash is reported',
  {},
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await focusIsOn(page, signIn.title)
    await seeTitle(page, signIn.title)
    await page.getByRole('link', { name: frame.help }).click()
    await focusIsOn(page, help.title)
    await seeTitle(page, help.title)
    await inspect(page, 'help')
    await page.goBack()
    await focusIsOn(page, signIn.title)

    await goWithin(page, '/setup')
    await focusIsOn(page, setup.title)
    await seeTitle(page, setup.title)
    await press(page, signIn.continueWith('Demo wallet'))
    await see(page, setup.codeMissing)
    await inspect(page, 'setup')

    await goWithin(page, '/problems/challenge_expired')
    await focusIsOn(page, wordsForProblem('challenge_expired', '').title)
    await inspect(page, 'a problem')

    await goWithin(page, '/nowhere')
    await focusIsOn(page, notFound.heading)
    await seeTitle(page, notFound.title)
    await inspect(page, 'not found')
    await keepsTheTheme(page)
    await seeHeading(page, notFound.heading)
    await crashHelp(guest)
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
  assert.equal(answer?.status(), 404)
  assert.match((await answer?.text()) ?? '', /<html[^>]* data-theme="dark"/)
  assert.equal(await ground(), dark)
}
