import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { giveLogo, seeLogo } from '../support/app-logo.ts'
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

function addToGroup({ id }: Neighbour, name: string): void {
  const group = `grp_${'1'.padStart(26, '0')}`
  site.change(
    'INSERT INTO people_group (id, name, slug, members, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1, 1)',
    ...[group, name, name.toLowerCase()],
  )
  site.change('INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, 1)', group, id)
}

const answerDialog = (page: Page, title: string, button: string) =>
  dialog(page, title).getByRole('button', { name: button, exact: true }).click()

play(
  'admins see who uses an app, and disconnect people from there or from their page',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const app = await startAppSite(site, { name: 'Wiki' })
    const logo = giveLogo(site, app)
    await site.enter(guest, 'admin', `/admin/apps/${app.id}?part=people`)
    await see(page, grants.noPeople)
    const [ada, eve, boss] = [await site.settle('Ada'), await site.settle('Eve'), await site.settle('Boss', 'owner')]
    for (const person of [ada, eve, boss]) allow(person, app)
    addToGroup(eve, 'Crew')
    const endButton = (name: string) => main(page).getByRole('button', { name }).count()
    await page.reload()
    await rowOf(page, 'Ada').getByText(words.scopes.profile.name).waitFor()
    assert.equal(await endButton(grants.endOfPerson('Boss')), 0)
    await inspect(page, 'the people of an app')
    await press(page, grants.endOfPerson('Ada'))
    const title = grants.endTitle('Wiki', 'Ada')
    await dialog(page, title).waitFor()
    await inspect(page, 'disconnecting a person')
    await answerDialog(page, title, grants.end)
    await confirm(page)
    await page.getByText(grants.ended).first().waitFor()
    await rowOf(page, 'Ada').waitFor({ state: 'detached' })
    assert.equal(site.read('SELECT id FROM app WHERE id = ? AND people = 2', app.id).length, 1)

    await main(page).getByRole('link', { name: 'Eve', exact: true }).click()
    await seeHeading(page, 'Eve')
    await see(page, profile.groups)
    await main(page).getByRole('link', { name: 'Crew', exact: true }).waitFor()
    await main(page).getByRole('link', { name: 'Wiki', exact: true }).waitFor()
    await seeLogo(page, logo)
    await inspect(page, 'a person with apps')
    await press(page, grants.endOf('Wiki'))
    await answerDialog(page, grants.endTitle('Wiki', 'Eve'), grants.end)
    await see(page, grants.noApps)
    await page.goto(`/admin/people/${boss.id}`)
    await main(page).getByRole('link', { name: 'Wiki', exact: true }).waitFor()
    assert.equal(await endButton(grants.endOf('Wiki')), 0)
  },
)

play(
  'an admin signs everyone out of an app, and they return without a question',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const app = await startAppSite(site, { name: 'Board' })
    app.welcome(guest)
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
    await inspect(page, 'signing everyone out of an app')
    await answerDialog(page, title, words.signOut)
    await confirm(page)
    await page.getByText(words.signedOut(1)).first().waitFor()
    assert.deepEqual(held(), [])
    await app.ask(page)
    assert.ok((await app.answer(page)).get('code'))
  },
)
