import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { type AppSite, startAppSite } from '../support/app-site.ts'
import { META, main, press, rowOf, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { confirm, type Neighbour, setSite } from '../support/site.ts'
import { admin, app as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { grants, person: profile } = admin

let count = 0

/** As if they had allowed it. */
function allow({ id }: Neighbour, app: AppSite): void {
  const grantId = `grt_${String(++count).padStart(26, '0')}`
  const values = [grantId, id, app.id, '["openid","profile"]', Date.now(), Date.now()]
  site.change(
    'INSERT INTO app_grant (id, person_id, app_id, scopes, granted_at, last_used_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...values,
  )
  site.change('UPDATE app SET people = people + 1 WHERE id = ?', app.id)
}

const answerDialog = (page: Page, title: string, button: string) =>
  dialog(page, title).getByRole('button', { name: button, exact: true }).click()

play('admins see who uses an app, and disconnect one of them', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const app = await startAppSite(site, { name: 'Wiki' })
  await site.enter(guest, 'admin', `/admin/apps/${app.id}?part=people`)
  await see(page, grants.noPeople)
  await inspect(page, 'an app nobody uses')
  const [ada, boss] = [await site.settle('Ada'), await site.settle('Boss', 'owner')]
  allow(ada, app)
  allow(boss, app)
  await page.reload()
  await rowOf(page, 'Ada').getByText(words.scopes.profile.name).waitFor()
  assert.equal(
    await main(page)
      .getByRole('button', { name: grants.endOfPerson('Boss') })
      .count(),
    0,
  )
  await inspect(page, 'the people of an app')
  await press(page, grants.endOfPerson('Ada'))
  const title = grants.endTitle('Wiki', 'Ada')
  await dialog(page, title).waitFor()
  await inspect(page, 'disconnecting somebody')
  await answerDialog(page, title, grants.end)
  await confirm(page)
  await page.getByText(grants.ended).first().waitFor()
  await rowOf(page, 'Ada').waitFor({ state: 'detached' })
  await main(page).getByRole('link', { name: 'Boss', exact: true }).click()
  await seeHeading(page, 'Boss')
  await main(page).getByRole('link', { name: 'Wiki', exact: true }).waitFor()
  assert.equal(
    await main(page)
      .getByRole('button', { name: grants.endOf('Wiki') })
      .count(),
    0,
  )
  assert.equal(site.read('SELECT id FROM app WHERE id = ? AND people = 1', app.id).length, 1)
})

play('the page of a person names their groups and apps, and ends one', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const app = await startAppSite(site, { name: 'Notes' })
  const eve = await site.settle('Eve')
  await site.enter(guest, 'admin', `/admin/people/${eve.id}`)
  await see(page, grants.noApps)
  allow(eve, app)
  const group = `grp_${'1'.padStart(26, '0')}`
  site.change(
    "INSERT INTO people_group (id, name, slug, members, created_at, updated_at, version) VALUES (?, 'Crew', 'crew', 1, 1, 1, 1)",
    group,
  )
  site.change('INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, 1)', group, eve.id)
  await page.reload()
  await see(page, profile.groups)
  await main(page).getByRole('link', { name: 'Crew', exact: true }).waitFor()
  await main(page).getByRole('link', { name: 'Notes', exact: true }).waitFor()
  await inspect(page, 'a person with apps')
  await press(page, grants.endOf('Notes'))
  await answerDialog(page, grants.endTitle('Notes', 'Eve'), grants.end)
  await confirm(page)
  await see(page, grants.noApps)
})

play(
  'everybody is signed out of an app at once, and comes back without a question',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const app = await startAppSite(site, { name: 'Board' })
    await app.welcome(guest)
    await site.enter(guest, 'admin', '/wallets/help')
    await app.ask(page)
    await press(page, interaction.allow)
    await app.claims(await app.answer(page))
    const held = () =>
      site.read("SELECT 1 FROM oidc_item WHERE model = 'AccessToken' AND grant_id LIKE ?", `%${app.id}`)
    assert.equal(held().length, 1)
    await page.goto(`/admin/apps/${app.id}`)
    await press(page, words.signOut)
    const title = words.signOutTitle('Board')
    await dialog(page, title).waitFor()
    await inspect(page, 'signing everybody out of an app')
    await answerDialog(page, title, words.signOut)
    await confirm(page)
    await page.getByText(words.signedOut(1)).first().waitFor()
    assert.deepEqual(held(), [])
    await app.ask(page)
    assert.ok((await app.answer(page)).get('code'))
  },
)
