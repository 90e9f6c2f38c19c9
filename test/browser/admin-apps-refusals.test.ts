import assert from 'node:assert/strict'
import { REDIRECTS_PER_APP, SECRETS_PER_APP } from '@countersign/contract/app-limits.ts'
import type { Locator, Page } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { startAppSite } from '../support/app-site.ts'
import { type Guest, META, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { admin, app, apps, groups, hosts, stepUp } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const WALLETS = { wallets: [META] }
const UNREACHED = wordsForProblem('server/unreachable', '').body
const NAME_TAKEN = wordsForProblem('app_name_taken', '').title

const field = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true })
const act = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
const part = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: app.partsLabel }).getByRole('link', { name, exact: true }).click()

/** The next call of this kind gets no answer, whatever else is asked for at its address before. */
async function loseNext({ context }: Guest, path: string, method: string): Promise<void> {
  let lost = false
  await context.route(path, (route) => {
    if (lost || route.request().method() !== method) return route.fallback()
    lost = true
    return route.abort()
  })
}

async function seeFocus(input: Locator): Promise<void> {
  await until(
    () => input.evaluate((element) => element.matches(':focus')),
    (focused) => focused,
    'the refused field has the focus',
  )
}

play('an app that could not be added or changed keeps what was typed, beside the reason', WALLETS, async (guest) => {
  const { page } = guest
  await startAppSite(site, { name: 'Taken' })
  await site.enter(guest, 'admin', '/admin/apps/new?software=outline')
  const name = field(main(page), apps.name)
  await name.fill('Taken')
  await field(main(page), apps.address).fill('https://wiki.example')
  await loseNext(guest, '**/api/admin/apps', 'POST')
  await press(page, apps.create)
  await main(page).getByRole('alert').getByText(UNREACHED).waitFor()
  await press(page, apps.create)
  await dialog(page, stepUp.title).getByRole('button', { name: stepUp.cancel, exact: true }).click()
  await see(page, stepUp.notConfirmed)
  await press(page, apps.create)
  await confirm(page)
  await see(page, NAME_TAKEN)
  await seeValue(field(main(page), apps.address), 'https://wiki.example')
  await name.fill('Wiki')
  await press(page, apps.create)
  await seeHeading(page, apps.doneTitle('Wiki'))
  await main(page).getByRole('link', { name: apps.toApp, exact: true }).click()
  await seeHeading(page, 'Wiki')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await part(page, app.parts.settings)
  await refuseSettings(guest, id)
  await refuseAccess(guest, id)
  await refuseSecret(page, id)
})

async function refuseSettings(guest: Guest, id: string): Promise<void> {
  const { page } = guest
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

  const name = field(main(page), apps.name)
  await name.fill('Taken')
  await press(page, app.save)
  await see(page, NAME_TAKEN)
  await seeFocus(name)
  await name.fill('Free')
  await main(page).getByText(NAME_TAKEN).waitFor({ state: 'hidden' })
  await refuseClosedField(page)
  await press(page, app.save)
  await seeHeading(page, 'Free')
  await seeValue(uris, 'https://wiki.example/other')
}

/** A refused field in a section that is closed: the section opens, and the field has the focus. */
async function refuseClosedField(page: Page): Promise<void> {
  const advanced = main(page).locator('summary').filter({ hasText: app.advanced })
  await advanced.click()
  const uris = field(main(page), app.postLogoutUris)
  await uris.fill('nowhere')
  await advanced.click()
  await uris.waitFor({ state: 'hidden' })
  await press(page, app.save)
  await uris.waitFor()
  await see(page, app.lineWrong(1, apps.uriProblems.not_a_url))
  await seeFocus(uris)
  await uris.fill('')
}

async function refuseAccess(guest: Guest, id: string): Promise<void> {
  const { page } = guest
  site.change("INSERT INTO people_group VALUES ('grp_01AAAAAAAAAAAAAAAAAAAAAAAA', 'Staff', 'staff', 0, 1, 1, 1)")
  await part(page, app.parts.access)
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
  await press(page, app.save)
  await page.getByText(app.accessSaved).first().waitFor()
}

async function refuseSecret(page: Page, id: string): Promise<void> {
  for (let secrets = 1; secrets < SECRETS_PER_APP; secrets++)
    site.change(
      `INSERT INTO app_secret (id, app_id, secret_hash, hint, created_at)
       SELECT id || ?, app_id, secret_hash, hint, created_at FROM app_secret WHERE app_id = ? LIMIT 1`,
      String(secrets),
      id,
    )
  await part(page, app.parts.setup)
  await press(page, app.addSecret)
  await main(page).getByRole('alert').getByText(wordsForProblem('secret_limit', '').body).waitFor()
}

play('a group or host that could not be created keeps what was typed in its dialog', WALLETS, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/groups')
  await press(page, groups.add)
  const making = dialog(page, groups.add)
  await field(making, groups.name).fill('Crew')
  await loseNext(guest, '**/api/admin/groups', 'POST')
  await act(making, groups.create).click()
  await making.getByRole('alert').getByText(UNREACHED).waitFor()
  await seeValue(field(making, groups.name), 'Crew')
  await act(making, groups.create).click()
  await confirm(page)
  await seeHeading(page, 'Crew')

  await page.getByRole('navigation').locator('[href="/admin/hosts"]').click()
  const asking = dialog(page, hosts.addTitle)
  const protect = async (host: string) => {
    await field(asking, hosts.host).fill(host)
    await act(asking, hosts.create).click()
  }
  await press(page, hosts.add)
  await loseNext(guest, '**/api/admin/hosts', 'POST')
  await protect('wiki.example')
  await asking.getByRole('alert').getByText(UNREACHED).waitFor()
  await act(asking, hosts.create).click()
  await asking.waitFor({ state: 'hidden' })
  await press(page, hosts.add)
  await protect('wiki.example')
  await asking.getByText(hosts.hostTaken).waitFor()
  await seeValue(field(asking, hosts.host), 'wiki.example')
  await field(asking, hosts.host).fill('wiki2.example')
  await asking.getByText(hosts.hostTaken).waitFor({ state: 'hidden' })
  assert.equal(await asking.getByRole('alert').count(), 0)
})
