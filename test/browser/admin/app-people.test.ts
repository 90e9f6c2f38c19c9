import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { apps as connected } from '../../../web/src/words/account/apps.ts'
import { interaction } from '../../../web/src/words/interaction.ts'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { activate, expectFocus, tabTo } from '../../support/browser/accessibility/keyboard.ts'
import { expectLargeTouchTargets } from '../../support/browser/accessibility/touch-targets.ts'
import { DESKTOP, PHONE } from '../../support/browser/accessibility/viewport.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { expectLogo, expectNoLogo, setAppLogo } from '../../support/browser/app-logo.ts'
import { addToNewGroup, allowApp } from '../../support/browser/app-rows.ts'
import { type AppSite, startAppSite } from '../../support/browser/app-site.ts'
import { confirmStepUp, dialog } from '../../support/browser/dialog.ts'
import { abortNextRequest } from '../../support/browser/next-request.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  METAMASK,
  main,
  rowOf,
  type TestUser,
} from '../../support/browser/test-user.ts'
import {
  access,
  account,
  admin,
  apps,
  groups,
  item,
  activity as own,
  personGroups,
  site as places,
  signIn,
  app as words,
} from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const { activity } = places
const { grants } = admin
const site = setUpAdminSuite()
const { testInBrowser } = site.suite
const WALLETS = { wallets: [METAMASK] }

const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const openPart = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: words.partsLabel }).getByRole('link', { name, exact: true }).click()

testInBrowser(
  'an admin tests the sign-in of an app, restricts it to a group, disables it and deletes it',
  WALLETS,
  async (user) => {
    const { page } = user
    const { id } = await site.addPerson('Grace Hopper')
    await startAppSite(site, { name: 'Notes' })
    await addShop(user)
    await clickButton(page, words.test)
    await expectHeading(page, `${interaction.allowTitle} Shop?`)
    await expectNoLogo(page)
    await clickButton(page, interaction.deny)
    await expectText(page, words.tester.declined)
    await expectText(page, 'access_denied: user_declined')
    assert.equal(await main(page).getByText(words.tester.failed).count(), 0)
    await link(page, 'Shop').click()
    await expectHeading(page, 'Shop')
    await clickButton(page, words.test)
    await clickButton(page, interaction.allow)
    await expectHeading(page, words.tester.title)
    await expectText(page, words.tester.passed)
    const { pathname, search } = new URL(page.url())
    assert.deepEqual([pathname, search], ['/admin/apps/test', ''], 'in the admin area, without the code')
    await page.getByRole('navigation', { name: account.nav.adminLabel }).waitFor()
    const manual = main(page).getByRole('link', { name: account.docs })
    assert.equal(await manual.getAttribute('href'), '/docs/apps#when-sign-in-fails')
    await checkAccessibility(page, 'a test that succeeded')
    await page.getByRole('navigation').locator('[href="/admin"]').click()
    await link(page, 'Shop').waitFor()
    await page.goBack()
    await expectText(page, words.tester.unknown)
    await link(page, words.tester.toApps).click()
    await link(page, 'Notes').waitFor()
    await checkAccessibility(page, 'apps')
    await link(page, 'Shop').click()
    await restrictToStaff(user, id)
    await openPart(page, words.parts.overview)
    await checkAccessibility(page, 'an app')
    await expectEqualTabs(page)
    await refuseDeletion(page)
    await clickButton(page, words.test)
    await clickButton(page, interaction.back)
    await expectText(page, words.tester.failed)
    await expectText(page, 'access_denied: access_denied_by_policy')
    await link(page, words.tester.toApp).click()
    await clickButton(page, words.disable)
    await expectText(page, words.disabledNote)
    assert.equal(await main(page).getByRole('button', { name: words.test }).count(), 0)
    await readActivity(page)
    await deleteApp(user)
  },
)

/** It has no secret that could be lost, so the page with its settings can be left. */
async function addShop(user: TestUser): Promise<void> {
  const { page } = user
  await site.openAs(user, 'admin', '/admin/apps/new?software=spa')
  await field(page, apps.name).fill('Shop')
  await field(page, apps.address).fill('https://shop.example')
  await field(page, apps.redirect).fill('https://shop.example/back')
  await main(page).getByRole('radio', { name: access.everyone }).check()
  await clickButton(page, apps.add)
  await confirmStepUp(page)
  await expectHeading(page, apps.doneTitle('Shop'))
  site.change(
    `UPDATE app SET scopes = '["openid","profile","email","groups"]', email = 'synthetic' WHERE name = 'Shop'`,
  )
  await link(page, apps.title).click()
  await link(page, 'Shop').waitFor()
  await expectLargeTouchTargets(page, 'apps')
  await link(page, 'Shop').click()
  await openPart(page, words.parts.people)
  await expectText(page, admin.grants.noPeople)
  await openPart(page, words.parts.overview)
}

/** Nobody is in the group, so the app's claims for this person are a preview of what it will not get. */
async function restrictToStaff(user: TestUser, id: string): Promise<void> {
  const { page } = user
  site.change(
    "INSERT INTO people_group (id, name, slug, members, created_at, updated_at, version) VALUES ('grp_01AAAAAAAAAAAAAAAAAAAAAAAA', 'Staff', 'staff', 0, 1, 1, 1)",
  )
  site.change(
    "INSERT INTO people_group (id, name, slug, members, created_at, updated_at, version) VALUES ('grp_01BBBBBBBBBBBBBBBBBBBBBBBB', 'Crew', 'crew', 0, 1, 1, 1)",
  )
  await openPart(page, words.parts.access)
  await saveAccessAfterFailures(user)
  await field(page, groups.people.label).fill('Grace')
  await clickButton(page, groups.people.chooseOf('Grace Hopper'))
  await expectText(page, words.noAccess)
  await checkAccessibility(page, 'access to an app and its claims')
  await expectLargeTouchTargets(page, 'access to an app')
  const claims = await main(page).locator('.app-claims > div').allTextContents()
  assert.deepEqual(
    claims.filter((line) => /^(?:name|groups|email_verified)/.test(line)),
    ['nameGrace Hopper', 'email_verifiedfalse', 'groups[]'],
  )
  assert.ok(!claims.join().includes(id), 'the subject is pairwise')
}

/** A lost call and a change by somebody else: what was chosen stays. */
async function saveAccessAfterFailures(user: TestUser): Promise<void> {
  const { page } = user
  const staff = field(page, 'Staff')
  await main(page).getByRole('radio', { name: access.groups }).check()
  await clickButton(page, account.form.save)
  await expectText(page, access.groupMissing)
  await staff.check()
  await abortNextRequest(user, '**/api/admin/apps/*', 'PATCH')
  await clickButton(page, account.form.save)
  await main(page).getByRole('alert').getByText(wordsForProblem('server/unreachable', '').body).waitFor()
  assert.ok(await staff.isChecked())
  site.change(
    `UPDATE app SET access = 'groups', group_ids = '["grp_01BBBBBBBBBBBBBBBBBBBBBBBB"]', version = version + 1 WHERE name = 'Shop'`,
  )
  await clickButton(page, account.form.save)
  const changed = main(page).getByRole('alert').filter({ hasText: account.form.changed })
  await changed.getByText('Crew').waitFor() // what is there now has been read
  assert.ok(await staff.isChecked())
  await clickButton(page, account.form.save)
  await page.getByText(item.accessSaved).first().waitFor()
}

/** From the app to its activity, on to that of every app, and back. */
async function readActivity(page: Page): Promise<void> {
  await link(page, words.viewActivity).click()
  await expectHeading(page, activity.title)
  const events = main(page).getByRole('row').filter({ hasText: 'Shop' })
  await events.filter({ hasText: own.kinds['app.updated'] }).first().waitFor()
  assert.equal(await main(page).locator('tbody tr').count(), await events.count())
  const chosen = field(page, activity.app)
  await until(
    () => chosen.locator('option:checked').textContent(),
    (name) => name === 'Shop',
    'the app is chosen in the filter',
  )
  await chosen.selectOption({ label: activity.anyApp })
  await main(page).getByRole('row').filter({ hasText: own.kinds['person.created'] }).first().waitFor()
  await page.getByRole('navigation').locator('[href="/admin/apps"]').click()
  await link(page, 'Shop').click()
}

/** Its name has to be typed. */
async function refuseDeletion(page: Page): Promise<void> {
  await clickButton(page, words.remove)
  const removeDialog = dialog(page, words.removeTitle('Shop'))
  await button(removeDialog, words.remove).click()
  await removeDialog.getByText(account.confirm.mismatch('Shop')).waitFor()
  await checkPart(page, 'deleting an app')
  await page.keyboard.press('Escape')
  await removeDialog.waitFor({ state: 'hidden' })
}

/** It is gone from the list before the list is read again. */
async function deleteApp({ page, context }: TestUser): Promise<void> {
  await clickButton(page, words.remove)
  const removeDialog = dialog(page, words.removeTitle('Shop'))
  await removeDialog.getByLabel(account.confirm.type('Shop')).fill('Shop')
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  await context.route('**/api/admin/apps', (route) => late.then(() => route.continue()))
  await button(removeDialog, words.remove).click()
  await confirmStepUp(page)
  await expectHeading(page, apps.title)
  const row = main(page).getByRole('rowheader', { name: 'Shop' })
  assert.equal(await row.count(), 0) // not even while the list is read again
  answer()
  await main(page).getByRole('rowheader', { name: 'Notes' }).waitFor()
  assert.equal(await row.count(), 0)
}

testInBrowser(
  'an admin uses an app, signs everyone out of it, and disconnects people including themself',
  WALLETS,
  async (user) => {
    const { page } = user
    const app = await startAppSite(site, { name: 'Wiki', scopes: ['openid', 'profile'] })
    const logo = setAppLogo(site, app)
    app.allowIn(user)
    await allowByKeyboard(page, app)
    await app.claims(await app.readCallback(page))
    const [ada, eve, owner] = [
      await site.addPerson('Ada'),
      await site.addPerson('Eve'),
      await site.addPerson('Boss', 'owner'),
    ]
    for (const person of [ada, eve, owner]) allowApp(site, person, app)
    addToNewGroup(site, eve, 'Mates')
    await site.openAs(user, 'admin', `/admin/apps/${app.id}`)
    await signEveryoneOut(page, app)
    await openPart(page, words.parts.people)
    await disconnectFromApp(page, app)
    await disconnectFromPerson(page, logo)
    await app.requestAuthorization(page) // and nothing is asked
    assert.ok((await app.readCallback(page)).get('code'))
    await page.goto('/apps')
    await disconnectByKeyboard(page, app)
  },
)

async function allowByKeyboard(page: Page, app: AppSite): Promise<void> {
  await app.requestAuthorization(page)
  await expectFocus(heading(page, interaction.signInTitle(app.name)))
  await activate(page, button(main(page), signIn.continueWith('MetaMask')))
  await expectFocus(heading(page, `${interaction.allowTitle} ${app.name}?`))
  await tabTo(page, link(page, interaction.another))
  await activate(page, main(page).locator('summary').filter({ hasText: interaction.exact }), 'Space')
  await main(page).locator('pre').waitFor()
  await activate(page, main(page).getByRole('button', { name: interaction.allow, exact: true, disabled: false }))
}

async function signEveryoneOut(page: Page, app: AppSite): Promise<void> {
  const readAccessTokens = () =>
    site.read("SELECT 1 FROM oidc_item WHERE model = 'AccessToken' AND grant_id LIKE ?", `%${app.id}`)
  assert.equal(readAccessTokens().length, 1)
  await clickButton(page, words.signOut)
  const confirmation = dialog(page, words.signOutTitle('Wiki'))
  await confirmation.waitFor()
  await checkPart(page, 'signing everyone out of an app')
  await button(confirmation, words.signOut).click()
  await confirmStepUp(page)
  await page.getByText(words.signedOut(1)).first().waitFor()
  assert.deepEqual(readAccessTokens(), [])
}

const endButtons = (page: Page, name: string) => main(page).getByRole('button', { name }).count()

async function disconnectFromApp(page: Page, app: AppSite): Promise<void> {
  await rowOf(page, 'Ada').getByText('profile').waitFor()
  assert.equal(await endButtons(page, grants.endOf('Boss')), 0)
  await checkAccessibility(page, 'the people of an app')
  await expectLargeTouchTargets(page, 'the people of an app')
  await clickButton(page, grants.endOf('Ada'))
  const confirmation = dialog(page, grants.endTitle('Wiki', 'Ada'))
  await confirmation.waitFor()
  await checkPart(page, 'disconnecting a person')
  await button(confirmation, grants.end).click()
  await page.getByText(grants.ended).first().waitFor()
  await rowOf(page, 'Ada').waitFor({ state: 'detached' })
  assert.equal(site.read('SELECT id FROM app WHERE id = ? AND people = 3', app.id).length, 1)
}

async function disconnectFromPerson(page: Page, logo: string): Promise<void> {
  await link(page, 'Boss').click()
  await link(page, 'Wiki').waitFor()
  assert.equal(await endButtons(page, grants.endOf('Wiki')), 0)
  await page.goBack()
  await link(page, 'Eve').click()
  await expectHeading(page, 'Eve')
  await main(page)
    .getByRole('button', { name: personGroups.removeOf('Mates') })
    .waitFor()
  await link(page, 'Mates').waitFor()
  await link(page, 'Wiki').waitFor()
  await expectLogo(page, logo)
  await checkPart(page, 'a person with apps')
  await clickButton(page, grants.endOf('Wiki'))
  await button(dialog(page, grants.endTitle('Wiki', 'Eve')), grants.end).click()
  await expectText(page, grants.noApps)
}

async function disconnectByKeyboard(page: Page, app: AppSite): Promise<void> {
  await expectFocus(heading(page, connected.title))
  await expectLargeTouchTargets(page, 'connected apps')
  await link(page, app.name).click()
  await expectText(page, connected.shared)
  await expectLargeTouchTargets(page, 'a connected app')
  await page.goBack()
  await expectFocus(heading(page, connected.title))
  const opener = button(main(page), connected.disconnectOf(app.name))
  await activate(page, opener)
  const confirmation = dialog(page, connected.confirmTitle(app.name))
  await expectFocus(button(confirmation, account.cancel))
  await page.keyboard.press('Escape')
  await confirmation.waitFor({ state: 'hidden' })
  await expectFocus(opener)
  await page.keyboard.press('Enter')
  await activate(page, button(confirmation, connected.disconnect))
  await expectText(page, connected.empty)
  await expectFocus(heading(page, connected.title)) // what had the focus is gone
}

/** In columns of one width, on a phone. */
async function expectEqualTabs(page: Page): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP
  await page.setViewportSize(PHONE)
  const tabs = page.locator('.part-nav > .segment')
  const widths = await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().width)))
  assert.deepEqual([widths.length, new Set(widths).size], [5, 1], `${widths}`)
  await page.setViewportSize(before)
}
