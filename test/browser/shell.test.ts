import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { arriveAt, META, press, seeHeading, until } from '../support/guest.ts'
import { findViolations, inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import { account, home, notFound, setup, signIn } from '../support/words.ts'

const stage = setStage()
const { nav } = account
const OWN = [nav.home, nav.wallets, nav.sessions, nav.activity, nav.settings]
const ADMIN = [nav.overview, nav.people, nav.invites, nav.allSessions, nav.allActivity, nav.siteSettings, nav.health]

async function enter(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await seeHeading(page, home.heading)
}

const places = (page: Page, label: string) => page.getByRole('navigation', { name: label }).getByRole('link')

stage.play('a member is led through their own account and hears of no other', { wallets: [META] }, async ({ page }) => {
  await enter(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  assert.deepEqual(await places(page, nav.label).allTextContents(), OWN)
  assert.deepEqual(await page.locator('[aria-current="page"]').allTextContents(), [nav.home])
  assert.equal(await places(page, nav.adminLabel).count(), 0)
  await page.setViewportSize({ width: 375, height: 800 })
  await until(
    () => places(page, nav.label).allTextContents(),
    (names) => names.join() === [nav.home, nav.wallets, nav.sessionsShort, nav.activity, nav.settings].join(),
    'the bar has five places',
  )
  await page.evaluate("history.pushState(null, '', '/admin/people'); dispatchEvent(new PopStateEvent('popstate'))")
  await seeHeading(page, notFound.heading)
})

stage.play('nobody else sees a rail', { wallets: [META] }, async ({ page }) => {
  await page.goto('/sign-in')
  await seeHeading(page, signIn.title)
  assert.equal(await page.getByRole('navigation').count(), 0)
  await page.goto('/home')
  await arriveAt(page, '/sign-in?return_to=%2Fhome')
  assert.equal(await page.getByRole('navigation').count(), 0)
})

stage.play(
  'an owner finds the admin area beside it, and behind “More” on a phone',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    await page.goto(stage.product.setupLink())
    await page.getByLabel(setup.name).fill('Acme')
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await seeHeading(page, home.heading)
    await page.setViewportSize({ width: 1280, height: 800 })
    assert.deepEqual(await places(page, nav.adminLabel).allTextContents(), ADMIN)
    await inspect(page, 'home of an owner')
    await page.setViewportSize({ width: 375, height: 800 })
    const more = page.getByRole('navigation', { name: nav.label }).locator('summary')
    await more.focus()
    await page.keyboard.press('Enter')
    const inside = page.locator('.bar-sheet').getByRole('link')
    await inside.first().waitFor()
    assert.deepEqual(await inside.allTextContents(), [nav.settings, ...ADMIN])
    assert.deepEqual(await findViolations(page), [])
    await inside.last().focus()
    await page.keyboard.press('Escape')
    await inside.first().waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate('document.activeElement.textContent'), nav.more)
  },
)
