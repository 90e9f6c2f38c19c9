import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { actions } from '@countersign/contract/action.ts'
import type { Page } from 'playwright-core'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { type SeededPerson, setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { confirmStepUp } from '../../support/browser/dialog.ts'
import { navigateInPage } from '../../support/browser/navigate.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  METAMASK,
  main,
  rowOf,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import {
  account,
  admin,
  bulk,
  groups,
  notFound,
  personGroups,
  site as places,
  stepUp,
} from '../../support/browser/words.ts'
import { signIn as signInPast } from '../../support/server/http-browser.ts'
import { until } from '../../support/until.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite
const { people, person: words, sessions } = admin
const GROUP = 'grp_01AAAAAAAAAAAAAAAAAAAAAAAA'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const confirmDialog = (page: Page, title: string, button: string) =>
  dialog(page, title).getByRole('button', { name: button, exact: true }).click()
const readNames = (page: Page) => main(page).getByRole('rowheader').getByRole('link').allTextContents()
const readButtons = (page: Page) => main(page).getByRole('button').allTextContents()
const openSection = (page: Page, path: string) => page.getByRole('navigation').locator(`[href="${path}"]`).click()
const statusOf = (id: string) =>
  (site.read('SELECT status, role, suspended_for AS why FROM person WHERE id = ?', id) as Record<string, string>[])[0]

async function expectNames(page: Page, expected: string): Promise<void> {
  await until(
    () => readNames(page),
    (found) => found.sort().join() === expected,
    `only ${expected}`,
  )
}

testInBrowser(
  'an admin finds people by group, renames, suspends and restores one, exports their activity and ends a session',
  { wallets: [METAMASK] },
  async (user) => {
    const { page } = user
    const { id } = await site.addPerson('Edsger Dijkstra')
    const person = await site.addPerson('Trent')
    const formula = await site.addPerson('=Judy()')
    const owner = await site.addPerson('Olivia', 'owner')
    site.change(
      "INSERT INTO people_group (id, name, slug, members, created_at, updated_at, version) VALUES (?, 'Proofs', 'proofs', 1, 1, 1, 1)",
      GROUP,
    )
    site.change('INSERT INTO group_member VALUES (?, ?, 1)', GROUP, id)
    await site.openAs(user, 'admin', `/admin/people?role=member&group=${GROUP}`)
    await findMembers(page)
    await expectNothingAbove(page, owner)

    await navigateInPage(page, '/admin/people')
    await main(page).getByRole('link', { name: 'Trent', exact: true }).click()
    await expectHeading(page, 'Trent')
    await checkAccessibility(page, 'person')
    await renameAfterThem(page, person)
    await signOutEverywhere(page, person, formula)
    await suspendAndRestore(page, person)
    // One signature is enough for all of it.
    assert.equal(user.messages.filter((text) => text.includes(actions['admin.mode'].text)).length, 1)

    await changeSeveral(page, person)
    await exportActivity(user, formula)
    await openSection(page, '/admin/sessions')
    await expectHeading(page, sessions.title)
    await expectText(page, '=Judy()')
    await checkAccessibility(page, 'sessions')
    await clickButton(page, sessions.endOf('Unknown browser', '=Judy()'))
    await confirmDialog(page, sessions.endTitle, sessions.endConfirm)
    await rowOf(page, '=Judy()').waitFor({ state: 'detached' })
    assert.equal((await formula.browser.get('/api/session')).status, 401)
  },
)

/** By the address, by the filter and from the page of the group; a group that is gone filters nothing. */
async function findMembers(page: Page): Promise<void> {
  // People who are to be in a group are listed once the groups are known.
  await expectNames(page, 'Edsger Dijkstra')
  await clickButton(page, account.list.clear)
  await expectText(page, 'Trent')
  assert.equal(new URL(page.url()).search, '')
  await page.getByLabel(people.group).selectOption('Proofs')
  await page.waitForURL((url) => url.search === `?group=${GROUP}`)
  await main(page).getByText('Trent').waitFor({ state: 'detached' })
  await openSection(page, '/admin/groups')
  await main(page).getByRole('link', { name: 'Proofs', exact: true }).click()
  await expectHeading(page, 'Proofs')
  await main(page).getByRole('link', { name: groups.parts.members, exact: true }).click()
  await main(page).getByRole('link', { name: groups.findMembers }).click()
  await waitForPath(page, `/admin/people?group=${GROUP}`)
  await expectHeading(page, people.title)
  await expectNames(page, 'Edsger Dijkstra')
  assert.equal(await page.getByLabel(people.group).inputValue(), GROUP)
  await page.getByLabel(people.role).selectOption('owner')
  await expectText(page, people.noMatch)
  await page.goBack()
  await expectHeading(page, 'Proofs')

  site.change('DELETE FROM group_member')
  site.change('DELETE FROM people_group')
  await page.goto(`/admin/people?group=${GROUP}`)
  await expectText(page, 'Trent')
  assert.equal(await page.getByLabel(people.group).count(), 0)
}

/** What is above an admin can be read at most. */
async function expectNothingAbove(page: Page, owner: SeededPerson): Promise<void> {
  await navigateInPage(page, `/admin/people/${owner.id}`)
  await expectHeading(page, 'Olivia')
  await expectText(page, words.tooHigh)
  assert.deepEqual(await readButtons(page), ['Copy'])
  await navigateInPage(page, '/admin/people/per_00000000000000000000000000')
  await expectHeading(page, notFound.heading)
  await navigateInPage(page, `/admin/people/${owner.id}`)
  await expectHeading(page, 'Olivia')
  await navigateInPage(page, '/admin/keys')
  await expectHeading(page, notFound.heading)
}

/** Without a signature nothing changes; what the person changed meanwhile is shown, and what was typed stays. */
async function renameAfterThem(page: Page, person: SeededPerson): Promise<void> {
  const renameDialog = dialog(page, words.rename)
  const name = page.getByRole('textbox', { name: words.name })
  await clickButton(page, words.rename)
  await name.fill('Trent the Second')
  const body = { displayName: 'Margaret' }
  const response = await person.browser.call({ method: 'PATCH', path: '/api/me', body, headers: { 'if-match': '"2"' } })
  assert.equal(response.status, 200, response.text)
  await confirmDialog(page, words.rename, account.form.save)
  await confirmDialog(page, stepUp.title, stepUp.cancel)
  await renameDialog.getByText(stepUp.notConfirmed).waitFor()
  assert.equal(await name.inputValue(), 'Trent the Second')
  await confirmDialog(page, words.rename, account.form.save)
  await confirmStepUp(page)
  await renameDialog.getByText(account.form.changed).waitFor()
  await renameDialog.getByText('Margaret · Member · Active').waitFor()
  assert.equal(await name.inputValue(), 'Trent the Second')
  await checkPart(page, 'rename')
  await confirmDialog(page, words.rename, account.form.save)
  await expectHeading(page, 'Trent the Second')
}

async function signOutEverywhere(page: Page, person: SeededPerson, otherPerson: SeededPerson): Promise<void> {
  await clickButton(page, words.signOut)
  await checkPart(page, 'sign out everywhere')
  await confirmDialog(page, words.signOutTitle, account.cancel)
  await dialog(page, words.signOutTitle).waitFor({ state: 'hidden' })
  assert.equal((await person.browser.get('/api/session')).status, 200)
  await clickButton(page, words.signOut)
  await confirmDialog(page, words.signOutTitle, words.signOut)
  await page.getByText(words.signedOut(1)).first().waitFor() // it is shown and said
  assert.equal((await person.browser.get('/api/session')).status, 401)
  assert.equal((await otherPerson.browser.get('/api/session')).status, 200)
  assert.equal((await signInPast(person.browser, person.account)).status, 201)
}

async function suspendAndRestore(page: Page, person: SeededPerson): Promise<void> {
  await clickButton(page, words.suspend)
  await until(
    () => page.evaluate('document.activeElement.textContent'),
    (text) => text === account.cancel,
    'the focus is on leaving everything as it is',
  )
  await confirmDialog(page, words.suspendTitle, words.suspend)
  await dialog(page, words.suspendTitle).getByText(words.reasonMissing).waitFor()
  await checkPart(page, 'suspend')
  await page.getByLabel(words.reason).fill('Sold the laptop')
  await confirmDialog(page, words.suspendTitle, words.suspend)
  await dialog(page, words.suspendTitle).waitFor({ state: 'hidden' })
  await expectText(page, 'Sold the laptop')
  assert.deepEqual({ ...statusOf(person.id) }, { status: 'suspended', role: 'member', why: 'Sold the laptop' })
  assert.equal((await person.browser.get('/api/session')).status, 401)
  await clickButton(page, words.restore)
  await confirmDialog(page, words.restoreTitle, words.restore)
  await main(page).getByRole('button', { name: words.suspend, exact: true }).waitFor()
  assert.equal(statusOf(person.id)?.status, 'active')
}

const expectNothingSelected = (page: Page) => main(page).getByLabel(bulk.bar).waitFor({ state: 'detached' })

/** Several people at once: whom it cannot be done to is named, and a group can be left on the page of the person. */
async function changeSeveral(page: Page, person: SeededPerson): Promise<void> {
  site.change(
    "INSERT INTO people_group (id, name, slug, members, created_at, updated_at, version) VALUES (?, 'Proofs', 'proofs', 0, 1, 1, 1)",
    GROUP,
  )
  await page.goto('/admin/people')
  const selectPerson = (name: string) => main(page).getByLabel(bulk.select(name)).check()
  await selectPerson('Trent the Second')
  await selectPerson('Edsger Dijkstra')
  await checkPart(page, 'people, two of them selected')
  await clickButton(page, bulk.addToGroup)
  await confirmDialog(page, bulk.addTitle(2), bulk.addToGroup)
  await rowOf(page, 'Trent the Second').getByRole('link', { name: 'Proofs' }).waitFor()
  await expectNothingSelected(page) // the list is loaded again before the dialog closes
  await selectPerson('Trent the Second')
  await selectPerson('Olivia')
  await clickButton(page, admin.person.suspend)
  await page.getByLabel(admin.person.reason).fill('Audit')
  await confirmDialog(page, bulk.suspendTitle(2), admin.person.suspend)
  await expectText(page, bulk.failedTitle(1))
  assert.equal(statusOf(person.id)?.status, 'suspended')
  await main(page).getByRole('link', { name: 'Trent the Second', exact: true }).click()
  await clickButton(page, personGroups.removeOf('Proofs'))
  await expectText(page, personGroups.none)
  await checkPart(page, 'person in no group')
}

async function exportActivity({ page }: TestUser, person: SeededPerson): Promise<void> {
  await navigateInPage(page, `/admin/activity?person=${person.id}`)
  const downloadEvent = page.waitForEvent('download')
  await clickButton(page, places.activity.csv)
  await confirmStepUp(page)
  const download = await downloadEvent
  assert.equal(download.suggestedFilename(), 'activity.csv')
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  assert.equal(lines.length, 4)
  assert.ok(!lines.some((line) => line.includes(',=Judy')), lines.join('\n'))
  const second = page.waitForEvent('download')
  await clickButton(page, places.activity.lines)
  await confirmStepUp(page)
  const events = readFileSync(await (await second).path(), 'utf8')
    .trim()
    .split('\n')
  assert.deepEqual(
    events.map((line) => JSON.parse(line).person.id),
    events.map(() => person.id),
  )
}
