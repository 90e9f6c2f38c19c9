import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility } from '../../support/browser/accessibility/accessibility.ts'
import {
  activate,
  activateBefore,
  confirmByKeyboard,
  expectFocus,
  replaceText,
  tabTo,
} from '../../support/browser/accessibility/keyboard.ts'
import { expectLargeTouchTargets } from '../../support/browser/accessibility/touch-targets.ts'
import { PERMITTED } from '../../support/browser/account-suite.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { dialog } from '../../support/browser/dialog.ts'
import { abortNextRequest, holdNextRequest } from '../../support/browser/next-request.ts'
import { clickButton, expectHeading, expectValue, main, type TestUser } from '../../support/browser/test-user.ts'
import { access, account, apps, groups, hosts, site as places, stepUp } from '../../support/browser/words.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite
const { leaving } = account.form
const { settings } = places
const UNREACHED = wordsForProblem('server/unreachable', '').body

const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
const field = (within: Locator, label: string) => within.getByLabel(label, { exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const navLink = (page: Page, path: string) => page.getByRole('navigation').locator(`[href="${path}"]`)

testInBrowser(
  'an owner creates a group and a host with the keyboard after errors, and is warned about unsaved settings',
  { wallets: [PERMITTED] },
  async (user) => {
    const { page } = user
    await site.openAs(user, 'owner', '/admin/groups')
    await expectFocus(heading(page, groups.title))
    await expectWholeOutline(navLink(page, '/admin/groups'))
    await openAndClose(page)
    await createGroup(user)
    await addMember(page)
    await navLink(page, '/admin/hosts').click()
    await expectFocus(heading(page, hosts.title))
    await closeAdminMode(page)
    await protectHost(user)
    await openTabs(page)
    await confirmLeaving(page)
  },
)

/** The rail scrolls, which clips what is outside of it. */
async function expectWholeOutline(entry: Locator): Promise<void> {
  const room = await entry.evaluate(
    (each) => each.closest('.rail').getBoundingClientRect().right - each.getBoundingClientRect().right,
  )
  assert.ok(room >= 4, `${room} px`) // width and offset of the outline
}

/** However the dialog is closed, the focus is back on what opened it. */
async function openAndClose(page: Page): Promise<void> {
  const opener = button(main(page), groups.add)
  const addGroupDialog = dialog(page, groups.add)
  await activate(page, opener)
  await expectFocus(field(addGroupDialog, groups.name))
  await page.keyboard.press('Escape')
  await addGroupDialog.waitFor({ state: 'hidden' })
  await expectFocus(opener)
  await page.keyboard.press('Enter')
  await expectFocus(field(addGroupDialog, groups.name))
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')]) // faster than a page can draw
  await expectFocus(field(addGroupDialog, groups.name))
  await activate(page, button(addGroupDialog, account.cancel))
  await addGroupDialog.waitFor({ state: 'hidden' })
  await expectFocus(opener)
}

async function createGroup(user: TestUser): Promise<void> {
  const { page } = user
  const addGroupDialog = dialog(page, groups.add)
  const name = field(addGroupDialog, groups.name)
  await page.keyboard.press('Enter')
  await expectFocus(name)
  await activate(page, button(addGroupDialog, groups.add))
  await expectFocus(name) // it was empty
  await page.keyboard.type('Staff')
  await abortNextRequest(user, '**/api/admin/groups', 'POST')
  await page.keyboard.press('Enter')
  await confirmByKeyboard(page)
  await addGroupDialog.getByRole('alert').getByText(UNREACHED).waitFor()
  await expectValue(name, 'Staff')
  const release = await holdNextRequest(user, '**/api/admin/groups', 'POST')
  await page.keyboard.press('Enter')
  await keepWhileBusy(page, addGroupDialog)
  release()
  await expectFocus(heading(page, 'Staff'))
}

/** Chromium lets a page ignore only the first of several Escapes. */
async function keepWhileBusy(page: Page, busyDialog: Locator): Promise<void> {
  const cancel = button(busyDialog, account.cancel)
  await busyDialog.locator('form[aria-busy]').waitFor()
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  assert.equal(await cancel.getAttribute('aria-disabled'), 'true')
  await cancel.click({ force: true })
  assert.ok(await busyDialog.isVisible())
}

async function addMember(page: Page): Promise<void> {
  await field(main(page), groups.people.label).fill('0x')
  await main(page).getByRole('button', { name: /^Add / }).first().click()
  await main(page).getByRole('link', { name: groups.findMembers }).waitFor()
  await expectLargeTouchTargets(page, 'a group')
  await main(page).getByRole('link', { name: groups.title, exact: true }).click()
  await main(page).getByRole('link', { name: 'Staff', exact: true }).waitFor()
  await expectLargeTouchTargets(page, 'groups')
}

/** It is shown while it is open. Once it is closed, the next change is signed for again. */
async function closeAdminMode(page: Page): Promise<void> {
  const menu = page.getByRole('banner').locator('.admin-mode')
  await menu.getByText(stepUp.adminLeft(10)).waitFor()
  await activateBefore(page, menu.locator('summary'))
  await checkAccessibility(page, 'admin mode')
  await activate(page, button(menu, stepUp.closeAdminMode))
  await menu.waitFor({ state: 'detached' })
  await expectFocus(heading(page, hosts.title)) // what had the focus is gone
}

async function protectHost(user: TestUser): Promise<void> {
  const { page } = user
  const addDialog = dialog(page, hosts.add)
  const host = field(addDialog, hosts.host)
  await activate(page, button(main(page), hosts.add))
  await expectFocus(host)
  await page.keyboard.type('*.example')
  await page.keyboard.press('Enter')
  await addDialog.getByText(hosts.hostWrong).waitFor()
  await expectFocus(host)
  await replaceText(page, 'wiki.example')
  await activate(page, addDialog.getByRole('radio', { name: access.groups }), 'Space')
  await page.keyboard.press('Enter')
  await addDialog.getByText(access.groupMissing).waitFor()
  await activate(page, addDialog.getByRole('checkbox', { name: 'Staff' }), 'Space')
  await abortNextRequest(user, '**/api/admin/hosts', 'POST')
  await activate(page, button(addDialog, hosts.create))
  await dialog(page, stepUp.title).waitFor()
  assert.equal(await addDialog.isVisible(), false, 'one dialog at a time')
  await confirmByKeyboard(page)
  await expectFocus(button(addDialog, hosts.create))
  await addDialog.getByRole('alert').getByText(UNREACHED).waitFor()
  await activate(page, button(addDialog, hosts.create))
  // Its proxy comes next.
  await expectFocus(heading(page, 'wiki.example'))
  await tabTo(page, field(main(page), hosts.proxy))
  await page.keyboard.type('C') // as in any list of choices
  await main(page)
    .getByRole('button', { name: apps.copyOf('Caddyfile') })
    .waitFor()

  await page.goBack()
  await expectFocus(heading(page, hosts.title))
  await activate(page, button(main(page), hosts.add))
  await expectFocus(host)
  await page.keyboard.type('wiki.example')
  await addDialog.getByRole('radio', { name: access.everyone }).check()
  await host.press('Enter')
  await addDialog.getByText(hosts.hostTaken).waitFor()
  await expectValue(host, 'wiki.example')
  await replaceText(page, 'wiki2.example')
  await addDialog.getByText(hosts.hostTaken).waitFor({ state: 'hidden' })
  assert.equal(await addDialog.getByRole('alert').count(), 0)
  await page.keyboard.press('Escape')
  await addDialog.waitFor({ state: 'hidden' })
}

/** The focus stays on the tab that was opened. */
async function openTabs(page: Page): Promise<void> {
  await activate(page, main(page).getByRole('link', { name: 'wiki.example', exact: true }))
  await expectFocus(heading(page, 'wiki.example'))
  const tab = main(page).getByRole('link', { name: hosts.parts.headers, exact: true })
  await activate(page, tab)
  await main(page).getByText(hosts.headers.lead).waitFor()
  await expectFocus(tab)
  await expectLargeTouchTargets(page, 'the headers of a host')
  await page.goBack()
  const remove = button(main(page), hosts.remove)
  await activate(page, remove)
  await expectFocus(button(dialog(page, hosts.removeTitle('wiki.example')), account.cancel))
  await page.keyboard.press('Escape')
  await expectFocus(remove)
  await main(page).getByRole('link', { name: hosts.title, exact: true }).click()
}

/** By a link and by the back button of the browser. */
async function confirmLeaving(page: Page): Promise<void> {
  const name = field(main(page), settings.name)
  const confirmation = dialog(page, leaving.title)
  const answerDialog = async (name: string) => {
    await button(confirmation, name).click()
    await confirmation.waitFor({ state: 'hidden' })
  }
  await navLink(page, '/admin/settings').click()
  await name.fill('Elsewhere')
  await navLink(page, '/admin/groups').click()
  await answerDialog(leaving.stay)
  assert.equal(await name.inputValue(), 'Elsewhere')

  await page.evaluate('history.back()')
  await answerDialog(leaving.stay)
  assert.equal(new URL(page.url()).pathname, '/admin/settings')
  assert.equal(await name.inputValue(), 'Elsewhere')

  await page.evaluate('history.back()')
  await answerDialog(leaving.leave)
  await expectHeading(page, hosts.title)
  await page.goForward()
  await name.waitFor()
  assert.notEqual(await name.inputValue(), 'Elsewhere')
  await name.fill('Elsewhere')
  await clickButton(page, account.form.discard)
  await navLink(page, '/admin/groups').click()
  await expectHeading(page, groups.title)
}
