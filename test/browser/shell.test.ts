import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { arriveAt, META, press, seeHeading } from '../support/guest.ts'
import { findViolations, inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { account, home, notFound, setup, signIn } from '../support/words.ts'

const stage = setStage()
const { nav } = account
const OWN = [nav.home, nav.wallets, nav.apps, nav.sessions, nav.activity, nav.settings]
const PEOPLE = [nav.overview, nav.people, nav.invites, nav.groups, nav.allApps, nav.hosts]
const SITE = [nav.networks, nav.keys, nav.siteSettings, nav.health]
const ADMIN = [...PEOPLE, nav.allSessions, nav.allActivity, ...SITE]

const hears = (page: Page, label: string, wanted: string[], what: string) =>
  until(
    () => places(page, label).allTextContents(),
    (names) => names.join() === wanted.join(),
    what,
  )

const places = (page: Page, label: string) => page.getByRole('navigation', { name: label }).getByRole('link')

stage.play(
  'signed out there is no navigation; a member sees their own places only, and is warned before the session ends',
  { wallets: [META], clock: true },
  async ({ page }) => {
    await page.goto('/home')
    await arriveAt(page, '/sign-in?return_to=%2Fhome')
    await seeHeading(page, signIn.title)
    assert.equal(await page.getByRole('navigation').count(), 0)
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await seeHeading(page, home.heading)
    await page.setViewportSize({ width: 1280, height: 800 })
    await hears(page, nav.label, OWN, 'the rail has their own places')
    assert.deepEqual(await page.locator('[aria-current="page"]').allTextContents(), [nav.home])
    assert.equal(await places(page, nav.adminLabel).count(), 0)
    await page.setViewportSize({ width: 375, height: 800 })
    const four = [nav.home, nav.wallets, nav.appsShort, nav.sessionsShort]
    await hears(page, nav.label, four, 'the bar has four places and the way to the others')
    await page.evaluate("history.pushState(null, '', '/admin/people'); dispatchEvent(new PopStateEvent('popstate'))")
    await seeHeading(page, notFound.heading)
    await page.goBack()
    await seeHeading(page, home.heading)
    await page.clock.fastForward(12 * 3_600_000 - 115_000)
    await page.getByRole('dialog').waitFor()
    await inspect(page, 'the warning before a session ends')
  },
)

stage.play(
  'an owner sees the admin area in the rail, and behind “More” on a phone',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    await page.goto(stage.product.setupLink)
    await page.getByLabel(setup.name).fill('Acme')
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await seeHeading(page, home.heading)
    await page.setViewportSize({ width: 1280, height: 800 })
    await hears(page, nav.adminLabel, ADMIN, 'the rail has the admin area')
    await inspect(page, 'home of an owner')
    await page.setViewportSize({ width: 375, height: 800 })
    const more = page.getByRole('navigation', { name: nav.label }).locator('summary')
    await more.focus()
    await page.keyboard.press('Enter')
    const inside = page.locator('.bar-sheet').getByRole('link')
    await inside.first().waitFor()
    assert.deepEqual(await inside.allTextContents(), [nav.activity, nav.settings, ...ADMIN])
    assert.deepEqual(await findViolations(page), [])
    await inside.last().focus()
    await page.keyboard.press('Escape')
    await inside.first().waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate('document.activeElement.textContent'), nav.more)

    // In a window too short for the whole rail, the current place is scrolled into view.
    await page.setViewportSize({ width: 1280, height: 600 })
    for (const at of ['/admin/health', '/home']) {
      await page.goto(at)
      await until(
        () => page.locator('.rail [aria-current]').evaluate((each) => each.getBoundingClientRect().bottom),
        (bottom) => bottom > 0 && bottom <= 600,
        `${at} is in view`,
      )
    }
  },
)
