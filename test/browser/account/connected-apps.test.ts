import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { apps } from '../../../web/src/words/account/apps.ts'
import { home } from '../../../web/src/words/account/home.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { expectLogo, setAppLogo } from '../../support/browser/app-logo.ts'
import { type AppSite, startAppSite } from '../../support/browser/app-site.ts'
import { decideOverHttp } from '../../support/browser/decide-over-http.ts'
import { dialog } from '../../support/browser/dialog.ts'
import { signInOnOtherDevice } from '../../support/browser/open-signed-in.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  main,
  openAndWaitForIdle,
  type TestUser,
} from '../../support/browser/test-user.ts'
import { activity, notFound, home as signedIn, signOut } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite

type Connected = { notes: AppSite; logo: string; claims: Record<string, unknown>; wiki: AppSite; declined: AppSite }

/** The user has allowed two apps and declined a third. */
async function connectApps({ account }: TestUser): Promise<Connected> {
  const browser = await signInOnOtherDevice(site.suite, account)
  const launchUrl = `${site.suite.product.origin}/wallets/help`
  const notes = await startAppSite(site, { name: 'Notes <i>', launchUrl })
  const wiki = await startAppSite(site, { name: 'Wiki', launchUrl: 'javascript:alert(1)' })
  const declined = await startAppSite(site, { name: 'Shop' })
  const logo = setAppLogo(site, notes)
  const claims = await notes.claims(await decideOverHttp(browser, notes, 'allow'))
  assert.ok((await decideOverHttp(browser, wiki, 'allow')).get('code'))
  assert.equal((await decideOverHttp(browser, declined, 'deny')).get('error'), 'access_denied')
  assert.deepEqual(site.read('SELECT id FROM app_grant WHERE app_id = ?', declined.id), [])
  await until(
    () => site.read("SELECT id FROM activity WHERE kind = 'oidc.refused'").length,
    (count) => count === 1,
    'the answer is recorded',
  )
  return { notes, logo, claims, wiki, declined }
}

const rows = (page: Page) => page.getByRole('list', { name: apps.listLabel }).getByRole('article')
const openPage = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).click()

async function expectApps(page: Page, names: string[]): Promise<void> {
  await until(
    () => rows(page).getByRole('heading').allTextContents(),
    (shown) => shown.join() === names.join(),
    `${names} are on the list`,
  )
}

async function expectLists(page: Page, { notes, logo, wiki }: Connected): Promise<void> {
  await expectApps(page, [wiki.name, notes.name])
  await rows(page).filter({ hasText: notes.name }).getByText(apps.scopes.profile).waitFor()
  await expectLogo(page, logo)
  await checkAccessibility(page, 'connected apps')
  const links = rows(page).getByRole('link', { name: apps.open })
  assert.equal(await links.count(), 1) // not to a script
  const open = rows(page).getByRole('link', { name: apps.openOf(notes.name), exact: true })
  assert.equal(await open.getAttribute('href'), `${site.suite.product.origin}/wallets/help`)
  await openPage(page, '/home')
  const onHome = page.getByRole('region', { name: home.launcher })
  await onHome.getByRole('link', { name: notes.name }).waitFor()
  await expectLogo(page, logo)
  await checkPart(page, 'home with apps')
  await onHome.getByRole('link', { name: home.connectedApps }).click()
}

async function expectApp(page: Page, { notes, logo, claims, wiki }: Connected): Promise<void> {
  await rows(page).getByRole('link', { name: notes.name, exact: true }).click()
  await expectHeading(page, notes.name)
  await expectLogo(page, logo)
  await expectText(page, apps.tokenCount(1))
  const shown = JSON.parse((await main(page).locator('pre').textContent()) ?? '')
  assert.ok('wallet' in shown)
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(claims[name], value, name)
  const events = main(page).getByRole('row')
  await events.filter({ hasText: activity.kinds['oidc.authorized'] }).first().waitFor()
  await events.filter({ hasText: activity.kinds['grant.given'] }).waitFor()
  assert.equal(await events.filter({ hasText: wiki.name }).count(), 0)
  await checkAccessibility(page, 'a connected app')
}

async function disconnectBoth({ page, context }: TestUser, second: Page, { notes, wiki }: Connected): Promise<void> {
  const confirmation = (app: AppSite) => dialog(page, apps.confirmTitle(app.name))
  const disconnectButton = (app: AppSite) =>
    confirmation(app).getByRole('button', { name: apps.disconnect, exact: true })
  await clickButton(page, apps.disconnect)
  await disconnectButton(notes).click()
  for (const tab of [page, second]) await expectApps(tab, [wiki.name])
  assert.equal(new URL(page.url()).pathname, '/apps')

  await context.route('**/api/me/apps/*', (route) => route.abort(), { times: 1 })
  await clickButton(page, apps.disconnectOf(wiki.name))
  await disconnectButton(wiki).click()
  await confirmation(wiki).getByRole('alert').waitFor()
  await checkPart(page, 'disconnecting an app, after a failure')
  await disconnectButton(wiki).click()
  await confirmation(wiki).waitFor({ state: 'hidden' })
  for (const tab of [page, second]) await expectText(tab, apps.empty)
  for (const { id } of [notes, wiki]) {
    assert.equal(site.read('SELECT id FROM app WHERE id = ? AND people = 0', id).length, 1)
    const tokens = "SELECT model FROM oidc_item WHERE model <> 'Interaction' AND grant_id LIKE ?"
    assert.deepEqual(site.read(tokens, `%${id}`), [])
  }
}

testInBrowser(
  'connected apps are listed, described and disconnected in every tab and the activity',
  {},
  async (user) => {
    const { page, context } = user
    const connected = await connectApps(user)
    await site.openAs(user, 'member', '/apps')
    await expectLists(page, connected)
    await expectApp(page, connected)
    const { pathname } = new URL(page.url())
    const second = await context.newPage()
    await openAndWaitForIdle(second, async () => {
      await second.goto('/apps')
      await expectApps(second, [connected.wiki.name, connected.notes.name])
    })
    await disconnectBoth(user, second, connected)

    await openPage(second, '/activity')
    const row = (text: string) => second.getByRole('row').filter({ hasText: text })
    await row(activity.kinds['grant.given']).getByText(connected.wiki.name).waitFor()
    await row(activity.declined).getByText(connected.declined.name).waitFor()
    assert.equal(await second.getByRole('row').getByText(activity.refused).count(), 0)
    await second.goto(pathname)
    await expectHeading(second, notFound.heading)
    await second.close()

    await signOutByApp(user, connected)
  },
)

/** The app is named, and gets the person back unless its request has expired. */
async function signOutByApp(user: TestUser, { notes, logo }: Connected): Promise<void> {
  const { page } = user
  notes.allowIn(user)
  await notes.requestSignOut(page)
  await expectHeading(page, signOut.confirmTitle)
  await expectText(page, notes.host)
  await expectLogo(page, logo)
  await checkAccessibility(page, 'an app that asks to sign out')
  await page.getByRole('link', { name: signOut.stay }).click()
  await expectHeading(page, signedIn.heading)
  await page.goBack()
  await expectText(page, notes.host)
  await clickButton(page, signOut.signOut)
  assert.equal((await notes.readCallback(page)).get('state'), 'left')
  assert.equal(new URL(page.url()).pathname, '/bye')

  await site.openAs(user, 'member', '/readyz')
  await notes.requestSignOut(page)
  await expectText(page, notes.host)
  site.change("UPDATE oidc_item SET expires_at = 1 WHERE model = 'SignOutRequest'")
  await clickButton(page, signOut.signOut)
  await expectHeading(page, signOut.doneTitle) // too late to go back to the app
  await page.getByRole('link', { name: signOut.again }).waitFor()
}
