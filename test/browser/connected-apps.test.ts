import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { apps, home } from '../../web/src/words/own.ts'
import { type AppSite, startAppSite } from '../support/app-site.ts'
import { type Guest, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog, PERMITTED } from '../support/member.ts'
import { setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, activity, notFound, home as signedIn, signOut } from '../support/words.ts'

const site = setSite({ DEMO_WALLET: 'off' })
const { play } = site.stage
const WALLETS = { wallets: [PERMITTED] }

/** The guest, who is signed in, allows a new app. */
async function connect(guest: Guest, wishes: Parameters<typeof startAppSite>[1] = {}): Promise<AppSite> {
  const app = await startAppSite(site, wishes)
  await app.welcome(guest)
  await app.ask(guest.page)
  await press(guest.page, interaction.allow)
  await app.answer(guest.page)
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

play('an app that was allowed is listed with what it knows, and opens from home', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'member', '/apps')
  await see(page, apps.empty)
  await inspect(page, 'no connected apps')
  const app = await connect(guest, { name: 'Notes <i>', launchUrl: `${site.stage.product.origin}/wallets/help` })
  await connect(guest, { name: 'Wiki', launchUrl: 'javascript:alert(1)' })
  await page.goto('/apps')
  await seeApps(page, ['Wiki', app.name])
  const notes = rows(page).filter({ hasText: app.name })
  await notes.getByText(apps.knowsOf.profile).waitFor()
  await inspect(page, 'connected apps')
  assert.equal(await rows(page).getByRole('link', { name: apps.open }).count(), 1)
  await page.goto('/home')
  const onHome = page.getByRole('region', { name: home.apps })
  await onHome.getByRole('link', { name: app.name }).waitFor()
  await inspect(page, 'home with apps')
  await onHome.getByRole('link', { name: home.allApps }).click()
  await notes.getByRole('link', { name: apps.openOf(app.name), exact: true }).click()
  await page.waitForURL('**/wallets/help')
})

play('an app shows exactly what it is told, where it is signed in and what happened', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const app = await connect(guest, { name: 'Ledger' })
  const other = await connect(guest, { name: 'Other' })
  await app.ask(page)
  const claims = await app.claims(await app.answer(page))
  await page.goto('/apps')
  await rows(page).getByRole('link', { name: app.name, exact: true }).click()
  await seeHeading(page, app.name)
  await see(page, apps.tokenCount(1))
  const shown = JSON.parse((await main(page).locator('pre').textContent()) ?? '')
  assert.deepEqual(Object.keys(shown).includes('wallet'), true)
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(claims[name], value, name)
  const events = main(page).getByRole('row')
  await events.filter({ hasText: activity.kinds['oidc.authorized'] }).first().waitFor()
  await events.filter({ hasText: activity.kinds['grant.given'] }).waitFor()
  assert.equal(await events.filter({ hasText: other.name }).count(), 0)
  await inspect(page, 'a connected app')
  await press(page, apps.disconnect)
  await dialog(page, apps.confirmTitle(app.name)).getByRole('button', { name: apps.disconnect, exact: true }).click()
  await seeApps(page, [other.name])
  assert.equal(new URL(page.url()).pathname, '/apps')
  await page.goto('/apps/grt_00000000000000000000000000')
  await seeHeading(page, notFound.heading)
})

play('disconnecting ends it for every session, in every open page, and the app asks again', WALLETS, async (guest) => {
  const { page, context } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const app = await connect(guest)
  await page.goto('/apps')
  await seeApps(page, [app.name])
  const second = await context.newPage()
  await second.goto('/apps')
  await seeApps(second, [app.name])
  await press(page, apps.disconnectOf(app.name))
  const asking = dialog(page, apps.confirmTitle(app.name))
  await asking.getByRole('button', { name: account.cancel, exact: true }).and(page.locator(':focus')).waitFor()
  await inspect(page, 'disconnecting an app')
  await page.keyboard.press('Escape')
  await asking.waitFor({ state: 'hidden' })
  await press(page, apps.disconnectOf(app.name))
  await asking.getByRole('button', { name: apps.disconnect, exact: true }).click()
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

play('a refusal stands in the dialog, and nothing is lost', WALLETS, async (guest) => {
  const { page, context } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const app = await connect(guest)
  await page.goto('/apps')
  await press(page, apps.disconnectOf(app.name))
  await context.route('**/api/me/apps/*', (route) => route.abort(), { times: 1 })
  const asking = dialog(page, apps.confirmTitle(app.name))
  await asking.getByRole('button', { name: apps.disconnect, exact: true }).click()
  await asking.getByRole('alert').waitFor()
  await inspect(page, 'an app that could not be disconnected')
  await asking.getByRole('button', { name: apps.disconnect, exact: true }).click()
  await see(page, apps.empty)
})

play('an app that asks to sign out is named, and gets the person back once they say yes', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const app = await connect(guest)
  await app.askToLeave(page)
  await seeHeading(page, signOut.confirmTitle)
  await see(page, app.host)
  await inspect(page, 'an app that asks to sign out')
  await page.getByRole('link', { name: signOut.stay }).click()
  await seeHeading(page, signedIn.heading)
  await app.askToLeave(page)
  await press(page, signOut.signOut)
  assert.equal((await app.answer(page)).get('state'), 'left')
  assert.equal(new URL(page.url()).pathname, '/bye')
  await app.askToLeave(page)
  assert.equal((await app.answer(page)).get('state'), 'left') // signed out already: nothing is asked
})

play('a request to sign out that ran out is a sign-out like any other', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const app = await connect(guest)
  await app.askToLeave(page)
  await see(page, app.host)
  site.change("UPDATE oidc_item SET expires_at = 1 WHERE model = 'SignOutRequest'")
  await press(page, signOut.signOut)
  await seeHeading(page, signOut.doneTitle)
  await page.getByRole('link', { name: signOut.again }).waitFor()
  await inspect(page, 'signed out for an app that no longer waits')
})

play('the activity names the app', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const app = await connect(guest)
  await page.goto('/activity')
  const given = page.getByRole('row').filter({ hasText: activity.kinds['grant.given'] })
  await given.getByText(app.name).waitFor()
})

play('a no to an app is in the activity as a no, not as a refusal', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'member', '/wallets/help')
  const app = await startAppSite(site)
  await app.welcome(guest)
  await app.ask(page)
  await press(page, interaction.deny)
  await app.answer(page)
  await until(
    () => site.read("SELECT id FROM activity WHERE kind = 'oidc.refused'").length,
    (count) => count === 1,
    'the no is written down',
  )
  await page.goto(`${site.stage.product.origin}/activity`)
  const said = page.getByRole('row').filter({ hasText: activity.declined })
  await said.getByText(app.name).waitFor()
  assert.equal(await page.getByRole('row').getByText(activity.refused).count(), 0)
})
