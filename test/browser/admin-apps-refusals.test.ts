import assert from 'node:assert/strict'
import { APPS_MAX, REDIRECTS_PER_APP, SECRETS_PER_APP } from '@countersign/contract/app-limits.ts'
import type { Locator, Page } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { startAppSite } from '../support/app-site.ts'
import { type Guest, META, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, admin, app, apps, groups, hosts, keys, stepUp } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const WALLETS = { wallets: [META] }
const UNREACHED = wordsForProblem('server/unreachable', '').body

const field = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true })
const act = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })

/** The next call of this kind gets no answer, whatever else is asked for at its address before. */
async function loseNext({ context }: Guest, path: string, method: string): Promise<void> {
  let lost = false
  await context.route(path, (route) => {
    if (lost || route.request().method() !== method) return route.fallback()
    lost = true
    return route.abort()
  })
}

/** The admin on the page of a new app, with a signature that is fresh enough for what follows. */
async function openApp(guest: Guest, name: string, part: string): Promise<string> {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps/new?software=outline')
  await field(main(page), apps.name).fill(name)
  await field(main(page), apps.address).fill('https://wiki.example')
  await press(page, apps.create)
  await confirm(page)
  await seeHeading(page, apps.doneTitle(name))
  await main(page).getByRole('link', { name: apps.toApp, exact: true }).click()
  await seeHeading(page, name)
  const path = new URL(page.url()).pathname
  await page.goto(`${path}?part=${part}`)
  await seeHeading(page, name)
  return path.split('/').at(-1) ?? ''
}

play('an app that could not be added is still in the form', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps/new?software=other')
  const redirect = field(main(page), apps.redirect)
  await field(main(page), apps.name).fill('Mine')
  await redirect.fill('https://mine.example/back')
  await loseNext(guest, '**/api/admin/apps', 'POST')
  await press(page, apps.create)
  await main(page).getByRole('alert').getByText(UNREACHED).waitFor()
  await inspect(page, 'an app that could not be added')
  await press(page, apps.create)
  await dialog(page, stepUp.title).getByRole('button', { name: stepUp.cancel, exact: true }).click()
  await see(page, stepUp.notConfirmed)
  await seeValue(redirect, 'https://mine.example/back')
  await press(page, apps.create)
  await confirm(page)
  await seeHeading(page, apps.doneTitle('Mine'))
})

play('one app too many is refused with the way to make room', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/apps/new?software=other')
  await startAppSite(site, { name: 'Filler' })
  for (let number = 0; number < APPS_MAX; number++) {
    const id = `app_9${String(number).padStart(25, '0')}`
    const columns = site.read("SELECT name FROM pragma_table_info('app')").map((row) => (row as { name: string }).name)
    const own: Record<string, string> = { id: `'${id}'`, client_id: `'full-${number}'`, name_key: `'full ${number}'` }
    const values = columns.map((column) => own[column] ?? column)
    site.change(`INSERT INTO app (${columns}) SELECT ${values} FROM app WHERE name_key = 'filler'`)
  }
  await field(main(page), apps.name).fill('Too many')
  await field(main(page), apps.redirect).fill('https://many.example/back')
  await press(page, apps.create)
  await confirm(page)
  await main(page).getByRole('alert').getByText(wordsForProblem('app_limit', '').body).waitFor()
  await seeValue(field(main(page), apps.name), 'Too many')
  site.change("DELETE FROM app WHERE id LIKE 'app_9%'")
})

play('settings that could not be saved are still there, beside why', WALLETS, async (guest) => {
  const { page } = guest
  const id = await openApp(guest, 'Wiki', 'settings')
  const uris = field(main(page), app.redirectUris)
  const many = Array.from({ length: REDIRECTS_PER_APP + 1 }, (_, line) => `https://wiki.example/${line}`)
  await uris.fill(many.join('\n'))
  await press(page, app.save)
  await see(page, app.tooMany(REDIRECTS_PER_APP))
  await uris.fill('https://wiki.example/other')
  await main(page).getByText(app.tooMany(REDIRECTS_PER_APP)).waitFor({ state: 'hidden' })
  await loseNext(guest, `**/api/admin/apps/${id}`, 'PATCH')
  await press(page, app.save)
  const why = main(page).getByRole('alert').getByText(UNREACHED)
  await why.waitFor()
  const height = page.viewportSize()?.height ?? 0
  await until(
    async () => (await why.boundingBox())?.y ?? -1,
    (y) => y > 0 && y < height,
    'it is in sight of the button that was pressed',
  )

  await startAppSite(site, { name: 'Taken' })
  await field(main(page), apps.name).fill('Taken')
  await press(page, app.save)
  const taken = wordsForProblem('app_name_taken', '').title
  await see(page, taken)
  await until(
    () => field(main(page), apps.name).evaluate((input) => input.matches(':focus')),
    (focused) => focused,
    'the refused field has the focus',
  )
  await field(main(page), apps.name).fill('Free')
  await main(page).getByText(taken).waitFor({ state: 'hidden' })
  await press(page, app.save)
  await seeHeading(page, 'Free')
  await seeValue(uris, 'https://wiki.example/other')
})

play('a refused field in a part that is closed is opened and found', WALLETS, async (guest) => {
  const { page } = guest
  await openApp(guest, 'Closed', 'settings')
  const advanced = main(page).locator('summary').filter({ hasText: app.advanced })
  await advanced.click()
  const leaving = field(main(page), app.postLogoutUris)
  await leaving.fill('nowhere')
  await advanced.click()
  await leaving.waitFor({ state: 'hidden' })
  await press(page, app.save)
  await leaving.waitFor()
  await see(page, app.lineWrong(1, apps.uriProblems.not_a_url))
  await until(
    () => leaving.evaluate((input) => input.matches(':focus')),
    (focused) => focused,
    'the refused field has the focus',
  )
})

play('who may enter is not lost to somebody else who was quicker', WALLETS, async (guest) => {
  const { page } = guest
  const group = "INSERT INTO people_group VALUES ('grp_01AAAAAAAAAAAAAAAAAAAAAAAA', 'Staff', 'staff', 0, 1, 1, 1)"
  site.change(group)
  const id = await openApp(guest, 'Shared', 'access')
  const staff = field(main(page), 'Staff')
  await staff.check()
  await loseNext(guest, `**/api/admin/apps/${id}`, 'PATCH')
  await press(page, app.save)
  await main(page).getByRole('alert').getByText(UNREACHED).waitFor()
  assert.ok(await staff.isChecked())
  site.change("UPDATE app SET name = 'Renamed', version = version + 1 WHERE id = ?", id)
  await press(page, app.save)
  await main(page).getByRole('alert').getByText(admin.changed).waitFor()
  await seeHeading(page, 'Renamed') // what is there now has been read
  assert.ok(await staff.isChecked())
  await inspect(page, 'who may enter, changed meanwhile')
  await press(page, app.save)
  await page.getByText(app.accessSaved).first().waitFor()
})

play('a secret too many is refused with the way to make room', WALLETS, async (guest) => {
  const { page } = guest
  await openApp(guest, 'Secrets', 'setup')
  for (let secrets = 1; secrets < SECRETS_PER_APP; secrets++) {
    await press(page, app.addSecret)
    const made = dialog(page, app.newSecret)
    await act(made, account.done).click()
    await made.waitFor({ state: 'hidden' })
    await until(
      () => main(page).getByRole('table', { name: app.secrets }).getByRole('row').count(),
      (rows) => rows === secrets + 2,
      'the new secret is in the list',
    )
  }
  await press(page, app.addSecret)
  await main(page).getByRole('alert').getByText(wordsForProblem('secret_limit', '').body).waitFor()
  await inspect(page, 'a secret too many')
})

play('a group that could not be made is still in its dialog', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/groups')
  await press(page, groups.add)
  const making = dialog(page, groups.add)
  await field(making, groups.name).fill('Crew')
  await loseNext(guest, '**/api/admin/groups', 'POST')
  await act(making, groups.create).click()
  await making.getByRole('alert').getByText(UNREACHED).waitFor()
  await seeValue(field(making, groups.name), 'Crew')
  await inspect(page, 'a group that could not be made')
  await act(making, groups.create).click()
  await confirm(page)
  await seeHeading(page, 'Crew')
})

play('a host that is refused says why at its field, and keeps what was typed', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/hosts')
  const protect = async (host: string) => {
    await field(asking, hosts.host).fill(host)
    await act(asking, hosts.create).click()
  }
  const asking = dialog(page, hosts.addTitle)
  await press(page, hosts.add)
  await loseNext(guest, '**/api/admin/hosts', 'POST')
  await protect('wiki.example')
  await asking.getByRole('alert').getByText(UNREACHED).waitFor()
  await act(asking, hosts.create).click()
  await confirm(page)
  await asking.waitFor({ state: 'hidden' })
  await press(page, hosts.add)
  await protect('wiki.example')
  await asking.getByText(hosts.hostTaken).waitFor()
  await seeValue(field(asking, hosts.host), 'wiki.example')
  await field(asking, hosts.host).fill('wiki2.example')
  await asking.getByText(hosts.hostTaken).waitFor({ state: 'hidden' })
  assert.equal(await asking.getByRole('alert').count(), 0)
  await protect(new URL(site.stage.product.origin).host)
  await asking.getByText(hosts.hostOwn).waitFor()
  await inspect(page, 'a host that is refused')
})

play('a key that could not be changed says so, and can be tried again', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/keys')
  await press(page, keys.rotateOf('ES256'))
  const rotating = dialog(page, keys.rotateTitle('ES256'))
  await rotating.getByLabel(keys.distrust).check()
  await loseNext(guest, '**/api/admin/keys/**', 'POST')
  await act(rotating, keys.act).click()
  await rotating.getByRole('alert').getByText(UNREACHED).waitFor()
  assert.ok(await rotating.getByLabel(keys.distrust).isChecked())
  await inspect(page, 'a key that could not be changed')
  await act(rotating, keys.act).click()
  await confirm(page)
  await rotating.waitFor({ state: 'hidden' })
})
