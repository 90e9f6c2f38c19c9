import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interaction as consent } from '../../web/src/words/en.interaction.ts'
import { copiedBy, type Guest, META, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { readExample } from '../support/proxies.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, admin, apps, groups, hosts, activity as own, site as places, app as words } from '../support/words.ts'

const { activity } = places
const site = setSite()
const { play } = site.stage

const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const link = (page: Page, name: string | RegExp) =>
  main(page).getByRole('link', typeof name === 'string' ? { name, exact: true } : { name })
const part = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: words.partsLabel }).getByRole('link', { name, exact: true }).click()

type NewApp = { software: string; name: string; address: string; redirect?: string }

async function addApp(guest: Guest, { software, name, address, redirect }: NewApp): Promise<void> {
  const { page } = guest
  await site.enter(guest, 'admin', `/admin/apps/new?software=${software}`)
  await field(page, apps.name).fill(name)
  await field(page, apps.address).fill(address)
  if (redirect) await field(page, apps.redirect).fill(redirect)
  await press(page, apps.create)
  await confirm(page)
  await seeHeading(page, apps.doneTitle(name))
}

play('an admin adds the first app, copies its settings and replaces its secret', { wallets: [META] }, async (guest) => {
  const { page, context } = guest
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await site.enter(guest, 'admin', '/admin/apps')
  await see(page, apps.empty)
  assert.deepEqual(
    await main(page).locator('.preset-name').allTextContents(),
    Object.values(apps.presets).map(({ name }) => name),
  )
  await inspect(page, 'no apps')
  await readAboutGitea(page)
  await link(page, apps.back).click()
  await seeHeading(page, apps.whichTitle)
  await inspect(page, 'which software')

  await link(page, /^Grafana/).click()
  await seeHeading(page, apps.whereTitle('Grafana'))
  await field(page, apps.name).fill('')
  await press(page, apps.create)
  await see(page, apps.nameMissing)
  await see(page, apps.addressMissing)
  await inspect(page, 'where the app is, with mistakes')
  await field(page, apps.name).fill('Grafana')
  await field(page, apps.address).fill('grafana.example')
  await seeValue(field(page, apps.redirect), 'https://grafana.example/login/generic_oauth')
  await press(page, apps.create)
  await confirm(page)
  await seeHeading(page, apps.doneTitle('Grafana'))
  await inspect(page, 'what to enter there')
  const settings = await main(page).locator('pre').textContent()
  const secret = /^client_secret = (\S{43})$/m.exec(settings ?? '')?.[1] ?? ''
  assert.match(settings ?? '', new RegExp(`^auth_url = ${site.stage.product.origin}/oidc/authorize$`, 'm'))
  assert.equal(await copiedBy(page, apps.copyOf('grafana.ini')), settings)

  await link(page, apps.toApp).click()
  await seeHeading(page, 'Grafana')
  await part(page, words.parts.setup)
  await main(page).getByRole('cell', { name: words.notUsed }).waitFor()
  assert.ok(secret)
  assert.ok(!(await page.content()).includes(secret), 'the secret is shown once')
  await main(page)
    .getByText(`…${secret.slice(-4)}`)
    .waitFor()
  await replaceSecret(page)
})

/** Gitea cannot sign people in with us, so it goes behind a protected host. */
async function readAboutGitea(page: Page): Promise<void> {
  await link(page, new RegExp(`^Forgejo.*${apps.presets.gitea.note}`)).click()
  await see(page, apps.lacks.title)
  await see(page, apps.lacks.instead)
  await main(page).getByText(apps.lacks.settings, { exact: true }).click()
  await see(page, apps.lacks.read)
  await see(page, apps.lacks.git)
  await inspect(page, 'Gitea behind a protected host')
  assert.equal(await copiedBy(page, apps.copyOf('app.ini')), readExample('gitea/app.ini'))
  await link(page, hosts.title).click()
  await seeHeading(page, hosts.title)
  await page.goBack()
  await see(page, apps.lacks.title)
}

/** A second secret first, then the old one is removed; the last one cannot be. */
async function replaceSecret(page: Page): Promise<void> {
  await field(page, words.secretLife).selectOption({ label: words.days(90) })
  await press(page, words.addSecret)
  const made = dialog(page, words.newSecret)
  const secret = (await made.locator('.shown-once').textContent()) ?? ''
  assert.match(secret, /^\S{43}$/)
  await inspect(page, 'a new secret')
  await made.getByRole('button', { name: account.done, exact: true }).click()
  const rows = main(page).getByRole('table', { name: words.secrets }).getByRole('row')
  const hint = `…${secret.slice(-4)}`
  await rows.filter({ hasText: hint }).locator('time').nth(1).waitFor()
  await inspect(page, 'the setup of an app')
  assert.equal(site.read('SELECT id FROM app_secret WHERE expires_at > ?', String(Date.now())).length, 1)
  await rows.filter({ hasNotText: hint }).getByRole('button').click()
  const removing = dialog(page, words.takeAwayTitle)
  await removing.waitFor()
  await inspect(page, 'removing a secret')
  await removing.getByRole('button', { name: words.takeAway, exact: true }).click()
  await removing.waitFor({ state: 'hidden' })
  await press(page, words.takeAwayOf(secret.slice(-4)))
  await removing.getByRole('button', { name: words.takeAway, exact: true }).click()
  await removing.getByText('This is the app’s only secret').waitFor()
  assert.equal(site.read('SELECT id FROM app_secret WHERE hint = ?', secret.slice(-4)).length, 1)
}

play('an admin tests the sign-in of an app and restricts it to a group', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const { id } = await site.settle('Grace Hopper')
  await addApp(guest, { software: 'nextcloud', name: 'The Cloud', address: 'https://cloud.example' })
  await link(page, apps.toApp).click()
  await seeHeading(page, 'The Cloud')
  await press(page, words.test)
  await press(page, consent.deny)
  await see(page, words.tester.declined)
  await see(page, 'access_denied: user_declined')
  assert.equal(await main(page).getByText(words.tester.failed).count(), 0)
  await link(page, 'The Cloud').click()
  await seeHeading(page, 'The Cloud')
  await press(page, words.test)
  await press(page, consent.allow)
  await seeHeading(page, words.tester.title)
  await see(page, words.tester.good)
  assert.equal(new URL(page.url()).search, '', 'the code is no longer in the address')
  await inspect(page, 'a test that succeeded')
  await page.reload()
  await see(page, words.tester.unknown)
  await page.goto('/admin')
  await link(page, 'The Cloud').click()
  await seeHeading(page, 'The Cloud')

  await restrictToStaff(page, id)
  await part(page, words.parts.overview)
  await inspect(page, 'an app')
  await press(page, words.test)
  await press(page, consent.back)
  await see(page, words.tester.failed)
  await see(page, 'access_denied: access_denied_by_policy')
  await link(page, words.tester.toApp).click()
  await seeHeading(page, 'The Cloud')
})

/** Nobody is in the group, so the app's claims for this person are a preview of what it will not get. */
async function restrictToStaff(page: Page, id: string): Promise<void> {
  site.change("INSERT INTO people_group VALUES ('grp_01AAAAAAAAAAAAAAAAAAAAAAAA', 'Staff', 'staff', 0, 1, 1, 1)")
  await part(page, words.parts.access)
  await main(page).getByLabel('Staff', { exact: true }).check()
  await press(page, words.save)
  await page.getByText(words.accessSaved).first().waitFor()
  await field(page, groups.people.label).fill('Grace')
  await press(page, groups.people.chooseOf('Grace Hopper'))
  await see(page, words.mayNot)
  await inspect(page, 'access to an app and its claims')
  const claims = await main(page).locator('.app-claims > div').allTextContents()
  assert.deepEqual(
    claims.filter((line) => /^(?:name|groups|email_verified)/.test(line)),
    ['nameGrace Hopper', 'email_verifiedfalse', 'groups[]'],
  )
  assert.ok(!claims.join().includes(id), 'the subject is pairwise')
}

play('an admin changes the settings of an app, switches it off and deletes it', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const address = 'https://shop.example'
  await addApp(guest, { software: 'spa', name: 'Shop', address, redirect: `${address}/back` })
  // It has no secret that could be lost, so the page can be left.
  await link(page, apps.title).click()
  await link(page, 'Shop').click()
  await part(page, words.parts.settings)
  await main(page).getByText(words.advanced, { exact: true }).click()
  assert.equal(await field(page, words.allowedOrigins).inputValue(), 'https://shop.example')
  await field(page, words.redirectUris).fill('https://shop.example/back\nhttps://*.example/x')
  await press(page, words.save)
  await see(page, words.lineWrong(2, apps.uriProblems.wildcard))
  await inspect(page, 'the settings of an app, with a mistake')
  await field(page, words.redirectUris).fill('https://shop.example/back\nhttps://shop.example/again')
  site.change("UPDATE app SET launch_url = 'https://shop.example/start', version = version + 1 WHERE name = 'Shop'")
  await press(page, words.save)
  await see(page, admin.changed)
  await see(page, `${words.fields.redirectUris}: https://shop.example/back`)
  await seeValue(field(page, words.launchUrl), 'https://shop.example/start') // what is there now has been read
  await press(page, words.save)
  await page.getByText(words.saved).first().waitFor()
  await page.reload()
  await seeValue(field(page, words.redirectUris), 'https://shop.example/back\nhttps://shop.example/again')

  await part(page, words.parts.overview)
  await press(page, words.switchOff)
  await see(page, words.offNote)
  assert.equal(await main(page).getByRole('button', { name: words.test }).count(), 0)
  await readActivity(page)
  await page.goto('/admin/apps')
  await link(page, 'Shop').click()
  await deleteApp(guest)
})

/** From the app to its activity, and on to that of every app. */
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
}

/** Its name has to be typed, and it is gone from the list before the list is read again. */
async function deleteApp({ page, context }: Guest): Promise<void> {
  await press(page, words.remove)
  const removing = dialog(page, words.removeTitle('Shop'))
  const act = removing.getByRole('button', { name: words.remove, exact: true })
  await act.click()
  await removing.getByText(account.confirm.mismatch('Shop')).waitFor()
  await inspect(page, 'deleting an app')
  await removing.getByLabel(account.confirm.type('Shop')).fill('Shop')
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  await context.route('**/api/admin/apps', (route) => late.then(() => route.continue()))
  await act.click()
  await confirm(page)
  await seeHeading(page, apps.title)
  const row = main(page).getByRole('rowheader', { name: 'Shop' })
  assert.equal(await row.count(), 0) // not even while the list is read again
  answer()
  await main(page).getByRole('rowheader', { name: 'Grafana' }).waitFor()
  assert.equal(await row.count(), 0)
  await inspect(page, 'apps')
}
