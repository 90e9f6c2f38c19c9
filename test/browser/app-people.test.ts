import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { apps as connected } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { giveLogo, seeLogo, seeNoLogo } from '../support/app-logo.ts'
import { addToNewGroup, allowApp } from '../support/app-row.ts'
import { type AppSite, startAppSite } from '../support/app-site.ts'
import { seeLargeControls } from '../support/control-size.ts'
import { type Guest, META, main, press, rowOf, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { activate, seeFocus, tabTo } from '../support/keyboard.ts'
import { loseNextCall } from '../support/lose-call.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import {
  access,
  account,
  admin,
  apps,
  groups,
  activity as own,
  personGroups,
  site as places,
  signIn,
  app as words,
} from '../support/words.ts'

const { activity } = places
const { grants } = admin
const site = setSite()
const { play } = site.stage
const WALLETS = { wallets: [META] }

const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const part = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: words.partsLabel }).getByRole('link', { name, exact: true }).click()

play(
  'an admin tests the sign-in of an app, restricts it to a group, switches it off and deletes it',
  WALLETS,
  async (guest) => {
    const { page } = guest
    const { id } = await site.settle('Grace Hopper')
    await startAppSite(site, { name: 'Notes' })
    await addShop(guest)
    await press(page, words.test)
    await seeHeading(page, `${interaction.allowTitle} Shop?`)
    await seeNoLogo(page)
    await press(page, interaction.deny)
    await see(page, words.tester.declined)
    await see(page, 'access_denied: user_declined')
    assert.equal(await main(page).getByText(words.tester.failed).count(), 0)
    await link(page, 'Shop').click()
    await seeHeading(page, 'Shop')
    await press(page, words.test)
    await press(page, interaction.allow)
    await seeHeading(page, words.tester.title)
    await see(page, words.tester.good)
    assert.equal(new URL(page.url()).search, '', 'the code is no longer in the address')
    await inspect(page, 'a test that succeeded')
    await page.getByRole('navigation').locator('[href="/admin"]').click()
    await link(page, 'Shop').waitFor()
    await page.goBack()
    await see(page, words.tester.unknown)
    await link(page, words.tester.toApps).click()
    await link(page, 'Notes').waitFor()
    await inspect(page, 'apps')
    await link(page, 'Shop').click()
    await restrictToStaff(guest, id)
    await part(page, words.parts.overview)
    await inspect(page, 'an app')
    await refuseDeletion(page)
    await press(page, words.test)
    await press(page, interaction.back)
    await see(page, words.tester.failed)
    await see(page, 'access_denied: access_denied_by_policy')
    await link(page, words.tester.toApp).click()
    await press(page, words.switchOff)
    await see(page, words.offNote)
    assert.equal(await main(page).getByRole('button', { name: words.test }).count(), 0)
    await readActivity(page)
    await deleteApp(guest)
  },
)

/** It has no secret that could be lost, so the page with its settings can be left. */
async function addShop(guest: Guest): Promise<void> {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps/new?software=spa')
  await field(page, apps.name).fill('Shop')
  await field(page, apps.address).fill('https://shop.example')
  await field(page, apps.redirect).fill('https://shop.example/back')
  await main(page).getByRole('radio', { name: access.everyone }).check()
  await press(page, apps.create)
  await confirm(page)
  await seeHeading(page, apps.doneTitle('Shop'))
  site.change(
    `UPDATE app SET scopes = '["openid","profile","email","groups"]', email = 'synthetic' WHERE name = 'Shop'`,
  )
  await link(page, apps.title).click()
  await link(page, 'Shop').waitFor()
  await seeLargeControls(page, 'apps')
  await link(page, 'Shop').click()
  await part(page, words.parts.people)
  await see(page, admin.grants.noPeople)
  await part(page, words.parts.overview)
}

/** Nobody is in the group, so the app's claims for this person are a preview of what it will not get. */
async function restrictToStaff(guest: Guest, id: string): Promise<void> {
  const { page } = guest
  site.change("INSERT INTO people_group VALUES ('grp_01AAAAAAAAAAAAAAAAAAAAAAAA', 'Staff', 'staff', 0, 1, 1, 1)")
  site.change("INSERT INTO people_group VALUES ('grp_01BBBBBBBBBBBBBBBBBBBBBBBB', 'Crew', 'crew', 0, 1, 1, 1)")
  await part(page, words.parts.access)
  await saveAccessAfterFailures(guest)
  await field(page, groups.people.label).fill('Grace')
  await press(page, groups.people.chooseOf('Grace Hopper'))
  await see(page, words.mayNot)
  await inspect(page, 'access to an app and its claims')
  await seeLargeControls(page, 'access to an app')
  const claims = await main(page).locator('.app-claims > div').allTextContents()
  assert.deepEqual(
    claims.filter((line) => /^(?:name|groups|email_verified)/.test(line)),
    ['nameGrace Hopper', 'email_verifiedfalse', 'groups[]'],
  )
  assert.ok(!claims.join().includes(id), 'the subject is pairwise')
}

/** A lost call and a change by somebody else: what was chosen stays. */
async function saveAccessAfterFailures(guest: Guest): Promise<void> {
  const { page } = guest
  const staff = field(page, 'Staff')
  await main(page).getByRole('radio', { name: access.groups }).check()
  await press(page, account.form.save)
  await see(page, access.groupMissing)
  await staff.check()
  await loseNextCall(guest, '**/api/admin/apps/*', 'PATCH')
  await press(page, account.form.save)
  await main(page).getByRole('alert').getByText(wordsForProblem('server/unreachable', '').body).waitFor()
  assert.ok(await staff.isChecked())
  site.change(
    `UPDATE app SET access = 'groups', group_ids = '["grp_01BBBBBBBBBBBBBBBBBBBBBBBB"]', version = version + 1 WHERE name = 'Shop'`,
  )
  await press(page, account.form.save)
  const changed = main(page).getByRole('alert').filter({ hasText: account.form.changed })
  await changed.getByText('Crew').waitFor() // what is there now has been read
  assert.ok(await staff.isChecked())
  await press(page, account.form.save)
  await page.getByText(words.accessSaved).first().waitFor()
}

/** From the app to its activity, on to that of every app, and back. */
async function readActivity(page: Page): Promise<void> {
  await link(page, words.signIns).click()
  await seeHeading(page, activity.title)
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
  await press(page, words.remove)
  const removing = dialog(page, words.removeTitle('Shop'))
  await button(removing, words.remove).click()
  await removing.getByText(account.confirm.mismatch('Shop')).waitFor()
  await inspect(page, 'deleting an app')
  await page.keyboard.press('Escape')
  await removing.waitFor({ state: 'hidden' })
}

/** It is gone from the list before the list is read again. */
async function deleteApp({ page, context }: Guest): Promise<void> {
  await press(page, words.remove)
  const removing = dialog(page, words.removeTitle('Shop'))
  await removing.getByLabel(account.confirm.type('Shop')).fill('Shop')
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  await context.route('**/api/admin/apps', (route) => late.then(() => route.continue()))
  await button(removing, words.remove).click()
  await confirm(page)
  await seeHeading(page, apps.title)
  const row = main(page).getByRole('rowheader', { name: 'Shop' })
  assert.equal(await row.count(), 0) // not even while the list is read again
  answer()
  await main(page).getByRole('rowheader', { name: 'Notes' }).waitFor()
  assert.equal(await row.count(), 0)
}

play(
  'an admin uses an app, signs everyone out of it, disconnects people from it and then themself',
  WALLETS,
  async (guest) => {
    const { page } = guest
    const app = await startAppSite(site, { name: 'Wiki', scopes: ['openid', 'profile'] })
    const logo = giveLogo(site, app)
    app.welcome(guest)
    await allowByKeyboard(page, app)
    await app.claims(await app.answer(page))
    const [ada, eve, boss] = [await site.settle('Ada'), await site.settle('Eve'), await site.settle('Boss', 'owner')]
    for (const person of [ada, eve, boss]) allowApp(site, person, app)
    addToNewGroup(site, eve, 'Mates')
    await site.enter(guest, 'admin', `/admin/apps/${app.id}`)
    await signEveryoneOut(page, app)
    await part(page, words.parts.people)
    await disconnectFromApp(page, app)
    await disconnectFromPerson(page, logo)
    await app.ask(page) // and nothing is asked
    assert.ok((await app.answer(page)).get('code'))
    await page.goto('/apps')
    await disconnectByKeyboard(page, app)
  },
)

async function allowByKeyboard(page: Page, app: AppSite): Promise<void> {
  await app.ask(page)
  await seeFocus(heading(page, interaction.signInTitle(app.name)))
  await activate(page, button(main(page), signIn.continueWith('MetaMask')))
  await seeFocus(heading(page, `${interaction.allowTitle} ${app.name}?`))
  await tabTo(page, link(page, interaction.another))
  await activate(page, main(page).locator('summary').filter({ hasText: interaction.exact }), 'Space')
  await main(page).locator('pre').waitFor()
  await activate(page, main(page).getByRole('button', { name: interaction.allow, exact: true, disabled: false }))
}

async function signEveryoneOut(page: Page, app: AppSite): Promise<void> {
  const held = () => site.read("SELECT 1 FROM oidc_item WHERE model = 'AccessToken' AND grant_id LIKE ?", `%${app.id}`)
  assert.equal(held().length, 1)
  await press(page, words.signOut)
  const asking = dialog(page, words.signOutTitle('Wiki'))
  await asking.waitFor()
  await inspect(page, 'signing everyone out of an app')
  await button(asking, words.signOut).click()
  await confirm(page)
  await page.getByText(words.signedOut(1)).first().waitFor()
  assert.deepEqual(held(), [])
}

const endButtons = (page: Page, name: string) => main(page).getByRole('button', { name }).count()

async function disconnectFromApp(page: Page, app: AppSite): Promise<void> {
  await rowOf(page, 'Ada').getByText(words.scopes.profile.name).waitFor()
  assert.equal(await endButtons(page, grants.endOfPerson('Boss')), 0)
  await inspect(page, 'the people of an app')
  await seeLargeControls(page, 'the people of an app')
  await press(page, grants.endOfPerson('Ada'))
  const asking = dialog(page, grants.endTitle('Wiki', 'Ada'))
  await asking.waitFor()
  await inspect(page, 'disconnecting a person')
  await button(asking, grants.end).click()
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
  await seeHeading(page, 'Eve')
  await main(page)
    .getByRole('button', { name: personGroups.removeOf('Mates') })
    .waitFor()
  await link(page, 'Mates').waitFor()
  await link(page, 'Wiki').waitFor()
  await seeLogo(page, logo)
  await inspect(page, 'a person with apps')
  await press(page, grants.endOf('Wiki'))
  await button(dialog(page, grants.endTitle('Wiki', 'Eve')), grants.end).click()
  await see(page, grants.noApps)
}

async function disconnectByKeyboard(page: Page, app: AppSite): Promise<void> {
  await seeFocus(heading(page, connected.title))
  await seeLargeControls(page, 'connected apps')
  await link(page, app.name).click()
  await see(page, connected.told)
  await seeLargeControls(page, 'a connected app')
  await page.goBack()
  await seeFocus(heading(page, connected.title))
  const opener = button(main(page), connected.disconnectOf(app.name))
  await activate(page, opener)
  const asking = dialog(page, connected.confirmTitle(app.name))
  await seeFocus(button(asking, account.cancel))
  await page.keyboard.press('Escape')
  await asking.waitFor({ state: 'hidden' })
  await seeFocus(opener)
  await page.keyboard.press('Enter')
  await activate(page, button(asking, connected.disconnect))
  await see(page, connected.empty)
  await seeFocus(heading(page, connected.title)) // what had the focus is gone
}
