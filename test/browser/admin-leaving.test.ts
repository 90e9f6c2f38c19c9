import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { META, main, press, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { admin, apps, site as places, app as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { leaving } = admin

const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
const answer = (page: Page, title: string, act: string) =>
  dialog(page, title).getByRole('button', { name: act, exact: true }).click()

play('what was changed about an app is not left behind unasked', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps/new?software=spa')
  await field(page, apps.name).fill('Meridian')
  await field(page, apps.address).fill('https://meridian.example')
  await field(page, apps.redirect).fill('https://meridian.example/back')
  await press(page, apps.create)
  await confirm(page)
  await seeHeading(page, apps.doneTitle('Meridian'))
  // It has no secret that could be lost, so nothing is asked.
  await link(page, apps.toApp).click()
  await seeHeading(page, 'Meridian')
  await link(page, words.parts.settings).click()
  await field(page, apps.name).fill('Meridian Notes')

  await link(page, words.parts.people).click()
  await dialog(page, leaving.title).waitFor()
  await inspect(page, 'leaving without saving')
  await answer(page, leaving.title, leaving.stay)
  await dialog(page, leaving.title).waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).search, '?part=settings')
  assert.equal(await field(page, apps.name).inputValue(), 'Meridian Notes')

  await page.getByRole('navigation').getByRole('link', { name: 'Groups', exact: true }).click()
  await answer(page, leaving.title, leaving.leave)
  await seeHeading(page, 'Groups')

  await page.goBack()
  await field(page, apps.name).waitFor()
  assert.equal(await field(page, apps.name).inputValue(), 'Meridian')
  await field(page, apps.name).fill('Meridian Notes')
  await press(page, words.save)
  await page.getByText(words.saved).first().waitFor()
  await link(page, words.parts.people).click()
  await page.waitForURL(/part=people/)
})

play('a secret that is shown once is not left behind unasked', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps/new?software=outline')
  await field(page, apps.address).fill('https://outline.example')
  await press(page, apps.create)
  await confirm(page)
  await seeHeading(page, apps.doneTitle('Outline'))
  await main(page).getByRole('link', { name: apps.title, exact: true }).click()
  await dialog(page, apps.leaveTitle).waitFor()
  await inspect(page, 'leaving without the secret')
  await page.keyboard.press('Escape')
  await dialog(page, apps.leaveTitle).waitFor({ state: 'hidden' })
  await main(page)
    .getByRole('button', { name: apps.copyOf(apps.secret), exact: true })
    .waitFor()
  // Who says that it is done is not asked.
  await link(page, apps.toApp).click()
  await seeHeading(page, 'Outline')
})

play('what was changed about the site is not left behind unasked', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const { settings } = places
  await site.enter(guest, 'owner', '/admin/settings')
  await field(page, settings.name).fill('Elsewhere')
  await page.getByRole('navigation').getByRole('link', { name: 'Groups', exact: true }).click()
  await answer(page, leaving.title, leaving.stay)
  assert.equal(await field(page, settings.name).inputValue(), 'Elsewhere')
  await press(page, settings.discard)
  await page.getByRole('navigation').getByRole('link', { name: 'Groups', exact: true }).click()
  await seeHeading(page, 'Groups')
})

play('the browser’s way back does not leave behind unasked what was changed', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const { settings } = places
  await site.enter(guest, 'owner', '/admin/groups')
  await page.getByRole('navigation').locator('[href="/admin/settings"]').click()
  await field(page, settings.name).fill('Elsewhere')
  await page.evaluate('history.back()')
  await answer(page, leaving.title, leaving.stay)
  await dialog(page, leaving.title).waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).pathname, '/admin/settings')
  assert.equal(await field(page, settings.name).inputValue(), 'Elsewhere')

  await page.evaluate('history.back()')
  await answer(page, leaving.title, leaving.leave)
  await seeHeading(page, 'Groups')
  await page.goForward()
  await field(page, settings.name).waitFor()
  assert.notEqual(await field(page, settings.name).inputValue(), 'Elsewhere')
})
