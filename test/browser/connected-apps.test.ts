import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { apps, home } from '../../web/src/words/own.ts'
import { giveLogo, seeLogo } from '../support/app-logo.ts'
import { type AppSite, startAppSite } from '../support/app-site.ts'
import { type Guest, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog, PERMITTED } from '../support/member.ts'
import { setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { activity, notFound, home as signedIn, signOut } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const WALLETS = { wallets: [PERMITTED] }

/** The guest, who is signed in, answers a new app. */
async function answer(guest: Guest, label: string, wishes?: Parameters<typeof startAppSite>[1]): Promise<AppSite> {
  const app = await startAppSite(site, wishes)
  app.welcome(guest)
  await app.ask(guest.page)
  await press(guest.page, label)
  const error = (await app.answer(guest.page)).get('error')
  assert.equal(error, label === interaction.allow ? null : 'access_denied')
  return app
}

const rows = (page: Page) => page.getByRole('list', { name: apps.listLabel }).getByRole('article')

async function seeApps(page: Page, names: string[]): Promise<void> {
  await until(
    () => rows(page).getByRole('heading').allTextContents(),
    (shown) => shown.join() === names.join(),
    `${names} are on the list`,
  )
}

play('connected apps are listed, opened, shown with what they are told, and disconnected', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'member', '/apps')
  await see(page, apps.empty)
  const launchUrl = `${site.stage.product.origin}/wallets/help`
  const app = await answer(guest, interaction.allow, { name: 'Notes <i>', launchUrl })
  const logo = giveLogo(site, app)
  const wiki = await answer(guest, interaction.allow, { name: 'Wiki', launchUrl: 'javascript:alert(1)' })
  await page.goto('/apps')
  await seeApps(page, [wiki.name, app.name])
  await rows(page).filter({ hasText: app.name }).getByText(apps.knowsOf.profile).waitFor()
  await seeLogo(page, logo)
  await inspect(page, 'connected apps')
  assert.equal(await rows(page).getByRole('link', { name: apps.open }).count(), 1)
  await rows(page)
    .getByRole('link', { name: apps.openOf(app.name), exact: true })
    .click()
  await page.waitForURL('**/wallets/help')

  await app.ask(page)
  const claims = await app.claims(await app.answer(page))
  await page.goto('/home')
  const onHome = page.getByRole('region', { name: home.apps })
  await onHome.getByRole('link', { name: app.name }).waitFor()
  await seeLogo(page, logo)
  await inspect(page, 'home with apps')
  await onHome.getByRole('link', { name: home.allApps }).click()
  await rows(page).getByRole('link', { name: app.name, exact: true }).click()
  await seeHeading(page, app.name)
  await seeLogo(page, logo)
  await see(page, apps.tokenCount(1))
  const shown = JSON.parse((await main(page).locator('pre').textContent()) ?? '')
  assert.ok('wallet' in shown)
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(claims[name], value, name)
  const events = main(page).getByRole('row')
  await events.filter({ hasText: activity.kinds['oidc.authorized'] }).first().waitFor()
  await events.filter({ hasText: activity.kinds['grant.given'] }).waitFor()
  assert.equal(await events.filter({ hasText: wiki.name }).count(), 0)
  await inspect(page, 'a connected app')
  await press(page, apps.disconnect)
  await dialog(page, apps.confirmTitle(app.name)).getByRole('button', { name: apps.disconnect, exact: true }).click()
  await seeApps(page, [wiki.name])
  assert.equal(new URL(page.url()).pathname, '/apps')
  await page.goto('/apps/grt_00000000000000000000000000')
  await seeHeading(page, notFound.heading)
})

play('disconnecting is retried after a failure, ends every token, and shows in every tab', WALLETS, async (guest) => {
  const { page, context } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const app = await answer(guest, interaction.allow)
  const [second] = await Promise.all([context.newPage(), page.goto('/apps')])
  await second.goto('/apps')
  for (const tab of [page, second]) await seeApps(tab, [app.name])
  await context.route('**/api/me/apps/*', (route) => route.abort(), { times: 1 })
  await press(page, apps.disconnectOf(app.name))
  const asking = dialog(page, apps.confirmTitle(app.name))
  const disconnect = asking.getByRole('button', { name: apps.disconnect, exact: true })
  await disconnect.click()
  await asking.getByRole('alert').waitFor()
  await inspect(page, 'disconnecting an app, after a failure')
  await disconnect.click()
  await asking.waitFor({ state: 'hidden' })
  for (const tab of [page, second]) await see(tab, apps.empty)
  await second.close()
  assert.equal(site.read('SELECT id FROM app WHERE id = ? AND people = 0', app.id).length, 1)
  assert.deepEqual(
    site.read("SELECT model FROM oidc_item WHERE model <> 'Interaction' AND grant_id LIKE ?", `%${app.id}`),
    [],
  )
  await app.ask(page)
  await seeHeading(page, `${interaction.allowTitle} ${app.name}?`)
})

play('activity names the app that was allowed, and shows a declined one as declined', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const allowed = await answer(guest, interaction.allow)
  const declined = await answer(guest, interaction.deny)
  assert.deepEqual(site.read('SELECT id FROM app_grant WHERE app_id = ?', declined.id), [])
  await until(
    () => site.read("SELECT id FROM activity WHERE kind = 'oidc.refused'").length,
    (count) => count === 1,
    'the answer is recorded',
  )
  await page.goto('/activity')
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await row(activity.kinds['grant.given']).getByText(allowed.name).waitFor()
  await row(activity.declined).getByText(declined.name).waitFor()
  assert.equal(await page.getByRole('row').getByText(activity.refused).count(), 0)
})

play('an app that asks to sign out is named, and gets the person back after they agree', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const app = await answer(guest, interaction.allow)
  const logo = giveLogo(site, app)
  await app.askToLeave(page)
  await seeHeading(page, signOut.confirmTitle)
  await see(page, app.host)
  await seeLogo(page, logo)
  await inspect(page, 'an app that asks to sign out')
  await page.getByRole('link', { name: signOut.stay }).click()
  await seeHeading(page, signedIn.heading)
  await app.askToLeave(page)
  await press(page, signOut.signOut)
  assert.equal((await app.answer(page)).get('state'), 'left')
  assert.equal(new URL(page.url()).pathname, '/bye')
  await app.askToLeave(page)
  assert.equal((await app.answer(page)).get('state'), 'left') // signed out already: nothing is asked

  await site.enter(guest, 'member', '/wallets/help')
  await app.askToLeave(page)
  await see(page, app.host)
  site.change("UPDATE oidc_item SET expires_at = 1 WHERE model = 'SignOutRequest'")
  await press(page, signOut.signOut)
  await seeHeading(page, signOut.doneTitle) // too late to go back to the app
  await page.getByRole('link', { name: signOut.again }).waitFor()
})
