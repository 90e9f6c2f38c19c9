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

play('an admin is asked before a new secret or changes to an app are lost', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps/new?software=outline')
  await field(page, apps.address).fill('https://outline.example')
  await press(page, apps.create)
  await confirm(page)
  await seeHeading(page, apps.doneTitle('Outline'))
  await link(page, apps.title).click()
  await dialog(page, apps.leaveTitle).waitFor()
  await inspect(page, 'leaving without the secret')
  await page.keyboard.press('Escape')
  await dialog(page, apps.leaveTitle).waitFor({ state: 'hidden' })
  await main(page)
    .getByRole('button', { name: apps.copyOf(apps.secret), exact: true })
    .waitFor()
  // The link that says it is done does not ask.
  await link(page, apps.toApp).click()
  await seeHeading(page, 'Outline')

  await link(page, words.parts.settings).click()
  await field(page, apps.name).fill('Meridian')
  await link(page, words.parts.people).click()
  await dialog(page, leaving.title).waitFor()
  await inspect(page, 'leaving without saving')
  await answer(page, leaving.title, leaving.stay)
  await dialog(page, leaving.title).waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).search, '?part=settings')
  assert.equal(await field(page, apps.name).inputValue(), 'Meridian')

  await page.getByRole('navigation').getByRole('link', { name: 'Groups', exact: true }).click()
  await answer(page, leaving.title, leaving.leave)
  await seeHeading(page, 'Groups')

  await page.goBack()
  await field(page, apps.name).waitFor()
  assert.equal(await field(page, apps.name).inputValue(), 'Outline')
  await field(page, apps.name).fill('Meridian')
  await press(page, words.save)
  await page.getByText(words.saved).first().waitFor()
  await link(page, words.parts.people).click()
  await page.waitForURL(/part=people/)
})

play(
  'an owner is asked before changed settings are lost, also by the back button',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const { settings } = places
    const name = field(page, settings.name)
    const toGroups = () => page.getByRole('navigation').getByRole('link', { name: 'Groups', exact: true }).click()
    await site.enter(guest, 'owner', '/admin/groups')
    await page.getByRole('navigation').locator('[href="/admin/settings"]').click()
    await name.fill('Elsewhere')
    await toGroups()
    await answer(page, leaving.title, leaving.stay)
    await dialog(page, leaving.title).waitFor({ state: 'hidden' })
    assert.equal(await name.inputValue(), 'Elsewhere')

    await page.evaluate('history.back()')
    await answer(page, leaving.title, leaving.stay)
    await dialog(page, leaving.title).waitFor({ state: 'hidden' })
    assert.equal(new URL(page.url()).pathname, '/admin/settings')
    assert.equal(await name.inputValue(), 'Elsewhere')

    await page.evaluate('history.back()')
    await answer(page, leaving.title, leaving.leave)
    await seeHeading(page, 'Groups')
    await page.goForward()
    await name.waitFor()
    assert.notEqual(await name.inputValue(), 'Elsewhere')
    await name.fill('Elsewhere')
    await press(page, settings.discard)
    await toGroups()
    await seeHeading(page, 'Groups')
  },
)
