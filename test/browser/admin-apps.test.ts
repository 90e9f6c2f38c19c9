import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interaction as consent } from '../../web/src/words/en.interaction.ts'
import { copiedBy, type Guest, META, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { readExample } from '../support/proxies.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import {
  account,
  admin,
  apps,
  groups,
  hosts,
  notFound,
  activity as own,
  site as places,
  app as words,
} from '../support/words.ts'

const { activity } = places
const site = setSite()
const { play } = site.stage
const bare = setSite()

const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const part = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: words.partsLabel }).getByRole('link', { name, exact: true }).click()

type Wanted = { software: string; name: string; address: string; redirect?: string }

async function addApp(guest: Guest, { software, name, address, redirect }: Wanted): Promise<void> {
  const { page } = guest
  await site.enter(guest, 'admin', `/admin/apps/new?software=${software}`)
  await field(page, apps.name).fill(name)
  await field(page, apps.address).fill(address)
  if (redirect) await field(page, apps.redirect).fill(redirect)
  await press(page, apps.create)
  await confirm(page)
  await seeHeading(page, apps.doneTitle(name))
}

/** To the app that was just added. */
async function open(page: Page, name: string): Promise<void> {
  await main(page).getByRole('link', { name: apps.toApp, exact: true }).click()
  await seeHeading(page, name)
}

bare.stage.play(
  'without one the screen says what an app is and begins with software we know',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    await bare.enter(guest, 'admin', '/admin/apps')
    await see(page, apps.empty)
    assert.deepEqual(
      await main(page).locator('.preset-name').allTextContents(),
      Object.values(apps.presets).map(({ name }) => name),
    )
    await inspect(page, 'no apps')
    await main(page)
      .getByRole('link', { name: /^Grafana/ })
      .click()
    await seeHeading(page, apps.whereTitle('Grafana'))
  },
)

play(
  'an app is added in three steps, and its secret is shown once with settings to copy',
  { wallets: [META] },
  async (guest) => {
    const { page, context } = guest
    await site.enter(guest, 'admin', '/admin/apps/new')
    await seeHeading(page, apps.whichTitle)
    await inspect(page, 'which software')
    await main(page)
      .getByRole('link', { name: /^Grafana/ })
      .click()
    await seeHeading(page, apps.whereTitle('Grafana'))
    await field(page, apps.address).fill('grafana.example')
    await seeValue(field(page, apps.redirect), 'https://grafana.example/login/generic_oauth')
    await inspect(page, 'where the app is')
    await press(page, apps.create)
    await confirm(page)
    await seeHeading(page, apps.doneTitle('Grafana'))
    await inspect(page, 'what to enter there')
    const settings = await main(page).locator('pre').textContent()
    const secret = /^client_secret = (\S{43})$/m.exec(settings ?? '')?.[1] ?? ''
    assert.match(settings ?? '', new RegExp(`^auth_url = ${site.stage.product.origin}/oidc/authorize$`, 'm'))
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    assert.equal(await copiedBy(page, apps.copyOf('grafana.ini')), settings)

    await open(page, 'Grafana')
    await part(page, words.parts.setup)
    await main(page).getByRole('cell', { name: words.notUsed }).waitFor()
    assert.ok(secret)
    assert.ok(!(await page.content()).includes(secret))
    await main(page)
      .getByText(`…${secret.slice(-4)}`)
      .waitFor()
  },
)

play('what is wrong stands at the field it is about, and nothing is lost', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps/new?software=other')
  await press(page, apps.create)
  await see(page, apps.nameMissing)
  await see(page, apps.redirectMissing)
  await inspect(page, 'an app with mistakes')
  await field(page, apps.name).fill('Grafana')
  await field(page, apps.redirect).fill('http://intranet.example/back')
  await press(page, apps.create)
  await see(page, apps.uriProblems.needs_https)
  await field(page, apps.redirect).fill('https://intranet.example/back')
  await press(page, apps.create)
  await confirm(page)
  await see(page, 'Another app has this name')
  assert.equal(await field(page, apps.redirect).inputValue(), 'https://intranet.example/back')
  await main(page).getByRole('link', { name: apps.back }).click()
  await main(page)
    .getByRole('link', { name: /^Forgejo/ })
    .click()
  await see(page, apps.lacks.title)
  await inspect(page, 'software that cannot yet')
})

play(
  'Gitea is led to a protected host, with the settings that our tests of proxies read',
  { wallets: [META] },
  async (guest) => {
    const { page, context } = guest
    await site.enter(guest, 'admin', '/admin/apps/new')
    await main(page)
      .getByRole('link', { name: new RegExp(`^Forgejo.*${apps.presets.gitea.note}`) })
      .click()
    await see(page, apps.lacks.instead)
    await main(page).getByText(apps.lacks.settings, { exact: true }).click()
    await see(page, apps.lacks.read)
    await see(page, apps.lacks.git)
    await inspect(page, 'Gitea behind a protected host')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    assert.equal(await copiedBy(page, apps.copyOf('app.ini')), readExample('gitea/app.ini'))
    await main(page).getByRole('link', { name: hosts.title, exact: true }).click()
    await seeHeading(page, hosts.title)
  },
)

play('secrets are replaced without a gap, and the last one stays', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await addApp(guest, { software: 'outline', name: 'Wiki', address: 'https://wiki.example' })
  await open(page, 'Wiki')
  await part(page, words.parts.setup)
  await main(page).getByRole('table', { name: words.secrets }).waitFor()
  await inspect(page, 'the setup of an app')
  await field(page, words.secretLife).selectOption({ label: words.days(90) })
  await press(page, words.addSecret)
  const made = dialog(page, words.newSecret)
  const secret = (await made.locator('.shown-once').textContent()) ?? ''
  assert.match(secret, /^\S{43}$/)
  await inspect(page, 'a new secret')
  await made.getByRole('button', { name: account.done, exact: true }).click()
  await main(page)
    .getByRole('row')
    .filter({ hasText: `…${secret.slice(-4)}` })
    .locator('time')
    .nth(1)
    .waitFor()
  assert.equal(site.read('SELECT id FROM app_secret WHERE expires_at > ?', String(Date.now())).length, 1)
  const old = main(page)
    .getByRole('row')
    .filter({ hasNotText: `…${secret.slice(-4)}` })
    .getByRole('button')
  await old.click()
  const removing = dialog(page, words.takeAwayTitle)
  await removing.waitFor()
  await inspect(page, 'taking a secret away')
  await removing.getByRole('button', { name: words.takeAway, exact: true }).click()
  await removing.waitFor({ state: 'hidden' })
  await main(page)
    .getByRole('button', { name: words.takeAwayOf(secret.slice(-4)) })
    .click()
  await removing.getByRole('button', { name: words.takeAway, exact: true }).click()
  await removing.getByText('This is the app’s only secret').waitFor()
  assert.equal(site.read('SELECT id FROM app_secret WHERE hint = ?', secret.slice(-4)).length, 1)
})

play('settings are changed, also after somebody else was quicker', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const address = 'https://shop.example'
  await addApp(guest, { software: 'spa', name: 'Shop', address, redirect: `${address}/back` })
  await open(page, 'Shop')
  await part(page, words.parts.settings)
  await main(page).getByText(words.advanced, { exact: true }).click()
  assert.equal(await field(page, words.allowedOrigins).inputValue(), 'https://shop.example')
  await inspect(page, 'the settings of an app')
  await field(page, words.redirectUris).fill('https://shop.example/back\nhttps://*.example/x')
  await press(page, words.save)
  await see(page, words.lineWrong(2, apps.uriProblems.wildcard))
  await inspect(page, 'settings with a mistake')
  await field(page, words.redirectUris).fill('https://shop.example/back\nhttps://shop.example/again')
  site.change("UPDATE app SET launch_url = 'https://shop.example/start', version = version + 1 WHERE name = 'Shop'")
  await press(page, words.save)
  await see(page, admin.changed)
  await see(page, `${words.fields.redirectUris}: https://shop.example/back`)
  await seeValue(field(page, words.launchUrl), 'https://shop.example/start') // what is there now has been read
  await inspect(page, 'an app changed meanwhile')
  await press(page, words.save)
  await page.getByText(words.saved).first().waitFor()
  await page.reload()
  await seeValue(field(page, words.redirectUris), 'https://shop.example/back\nhttps://shop.example/again')
})

play('admins see what an app is told about somebody, and let only groups in', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const { id } = await site.settle('Grace Hopper')
  await addApp(guest, { software: 'nextcloud', name: 'Cloud', address: 'https://cloud.example' })
  await page.goto('/admin/groups')
  await press(page, groups.add)
  await page.getByLabel(groups.name, { exact: true }).fill('Staff')
  await dialog(page, groups.add).getByRole('button', { name: groups.create }).click()
  await seeHeading(page, 'Staff')
  await page.goto('/admin/apps')
  await main(page).getByRole('link', { name: 'Cloud', exact: true }).click()
  await part(page, words.parts.access)
  await main(page).getByLabel('Staff', { exact: true }).check()
  await press(page, words.save)
  await page.getByText(words.accessSaved).first().waitFor()
  await field(page, groups.people.label).fill('Grace')
  await press(page, groups.people.chooseOf('Grace Hopper'))
  await see(page, words.mayNot)
  await inspect(page, 'what an app is told')
  const told = await main(page).locator('.app-claims > div').allTextContents()
  assert.deepEqual(
    told.filter((line) => /^(?:name|groups|email_verified)/.test(line)),
    ['nameGrace Hopper', 'email_verifiedfalse', 'groups[]'],
  )
  assert.ok(!told.join().includes(id))
})

play('the sign-in is tested from end to end', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await addApp(guest, { software: 'authjs', name: 'Next', address: 'https://next.example' })
  await open(page, 'Next')
  await inspect(page, 'an app')
  await press(page, words.test)
  await press(page, consent.allow)
  await seeHeading(page, words.tester.title)
  await see(page, words.tester.good)
  assert.equal(new URL(page.url()).search, '')
  await inspect(page, 'a test that went well')
  await page.reload()
  await see(page, words.tester.unknown)
  await inspect(page, 'a test that nobody began')
  await page.goto('/admin')
  await main(page).getByRole('link', { name: 'Next', exact: true }).waitFor()
  await inspect(page, 'overview with sign-ins to apps')
})

play('a test that does not get through says where it ended', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await addApp(guest, { software: 'authjs', name: 'Shut', address: 'https://shut.example' })
  await open(page, 'Shut')
  const at = new URL(page.url()).pathname
  await page.goto('/admin/groups')
  await press(page, groups.add)
  await page.getByLabel(groups.name, { exact: true }).fill('Nobody')
  await dialog(page, groups.add).getByRole('button', { name: groups.create }).click()
  await seeHeading(page, 'Nobody')
  await page.goto(`${at}?part=access`)
  await main(page).getByLabel('Nobody', { exact: true }).check()
  await press(page, words.save)
  await page.getByText(words.accessSaved).first().waitFor()
  await part(page, words.parts.overview)
  await press(page, words.test)
  await press(page, consent.back)
  await see(page, words.tester.failed)
  await see(page, 'access_denied: access_denied_by_policy')
  await inspect(page, 'a test that failed')
  await main(page).getByRole('link', { name: words.tester.toApp, exact: true }).click()
  await seeHeading(page, 'Shut')
})

play(
  'a no to the app that is tested is no fault of it, and the test says which app it was',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    await addApp(guest, { software: 'authjs', name: 'The Wiki', address: 'https://wiki.example' })
    await open(page, 'The Wiki')
    await press(page, words.test)
    await press(page, consent.deny)
    await see(page, words.tester.declined)
    await see(page, 'access_denied: user_declined')
    assert.equal(await main(page).getByText(words.tester.failed).count(), 0)
    await inspect(page, 'a test that was declined')
    await main(page).getByRole('link', { name: 'The Wiki', exact: true }).click()
    await seeHeading(page, 'The Wiki')
  },
)

play('what happened at one app is a click away, and narrowed down to it', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await addApp(guest, { software: 'authjs', name: 'Calendar', address: 'https://calendar.example' })
  await open(page, 'Calendar')
  await press(page, words.switchOff)
  await see(page, words.offNote)
  await main(page).getByRole('link', { name: words.signIns, exact: true }).click()
  await seeHeading(page, activity.title)
  const events = main(page).getByRole('row').filter({ hasText: 'Calendar' })
  await events.filter({ hasText: own.kinds['app.updated'] }).waitFor()
  assert.equal(await main(page).locator('tbody tr').count(), await events.count())
  const chosen = field(page, activity.app)
  await until(
    () => chosen.locator('option:checked').textContent(),
    (name) => name === 'Calendar',
    'the app is chosen in the filter',
  )
  await inspect(page, 'the activity of an app')
  await chosen.selectOption({ label: activity.anyApp })
  await main(page).getByRole('row').filter({ hasText: own.kinds['person.created'] }).first().waitFor()
})

play('an app is switched off and deleted by its name', { wallets: [META] }, async (guest) => {
  const { page, context } = guest
  await addApp(guest, { software: 'apache', name: 'Old site', address: 'https://old.example' })
  await page.goto('/admin/apps')
  await main(page).getByRole('link', { name: 'Old site', exact: true }).click()
  await press(page, words.switchOff)
  await see(page, words.offNote)
  await inspect(page, 'an app that is off')
  assert.equal(await main(page).getByRole('button', { name: words.test }).count(), 0)
  await press(page, words.remove)
  const removing = dialog(page, words.removeTitle('Old site'))
  const act = removing.getByRole('button', { name: words.remove, exact: true })
  await act.click()
  await removing.getByText(account.confirm.mismatch('Old site')).waitFor()
  await inspect(page, 'deleting an app')
  await removing.getByLabel(account.confirm.type('Old site')).fill('Old site')
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  await context.route('**/api/admin/apps', (route) => late.then(() => route.continue()))
  await act.click()
  await confirm(page)
  await seeHeading(page, apps.title)
  const old = main(page).getByRole('rowheader', { name: 'Old site' })
  assert.equal(await old.count(), 0) // not even while the list is read again
  answer()
  await main(page).getByRole('rowheader', { name: 'Grafana' }).waitFor()
  assert.equal(await old.count(), 0)
  await inspect(page, 'apps')
})

play('auditors look and change nothing', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'auditor', '/admin/apps')
  await main(page).getByRole('link', { name: 'Grafana', exact: true }).click()
  await see(page, words.readOnly)
  assert.equal(await main(page).getByRole('button').count(), 0)
  await part(page, words.parts.settings)
  await field(page, apps.name).waitFor()
  assert.deepEqual(await main(page).getByRole('button').allTextContents(), [])
  await inspect(page, 'an app to look at')
  await page.goto('/admin/apps/new')
  await seeHeading(page, notFound.heading)
})
