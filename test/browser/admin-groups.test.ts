import assert from 'node:assert/strict'
import { PAGE_DEFAULT } from '@countersign/contract/limits.ts'
import type { Page } from 'playwright-core'
import { META, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { apps, hosts, groups as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage

/** People who came after everybody else. */
function addPeople(many: number): string[] {
  const ids = Array.from({ length: many }, (_, index) => `per_7Z${String(index).padStart(24, '0')}`)
  for (const [index, id] of ids.entries())
    site.change(
      `INSERT INTO person (id, display_name, role, status, created_at, updated_at, version)
       VALUES (?, ?, 'member', 'active', 0, 0, 1)`,
      id,
      `Member ${index}`,
    )
  return ids
}

function fillGroup(name: string, ids: string[]): void {
  for (const id of ids)
    site.change('INSERT INTO group_member SELECT id, ?, 0 FROM people_group WHERE name = ?', id, name)
  site.change('UPDATE people_group SET members = ? WHERE name = ?', ids.length, name)
}

const card = (page: Page, name: string) => main(page).getByRole('article').filter({ hasText: name })
const act = (page: Page, title: string, name: string) =>
  dialog(page, title).getByRole('button', { name, exact: true }).click()

play('an admin creates a group, changes who is in it and renames it', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const grace = await site.settle('Grace Hopper')
  await site.enter(guest, 'admin', '/admin/groups')
  await see(page, words.empty)
  await press(page, words.add)
  await act(page, words.add, words.create)
  await page.getByText(words.nameMissing).waitFor()
  await inspect(page, 'a new group, with mistakes')
  await page.getByLabel(words.name, { exact: true }).fill('Büro')
  await seeValue(page.getByLabel(words.slug, { exact: true }), 'buro')
  await act(page, words.add, words.create)
  await confirm(page)
  await seeHeading(page, 'Büro')
  await see(page, words.noMembers)

  await main(page).getByRole('link', { name: words.title, exact: true }).click()
  await main(page).getByRole('link', { name: 'Büro', exact: true }).waitFor()
  await inspect(page, 'groups')
  await press(page, words.add)
  await page.getByLabel(words.name, { exact: true }).fill('Buro')
  await act(page, words.add, words.create)
  await page.getByText(words.slugTaken).waitFor()
  assert.equal(await page.getByLabel(words.name, { exact: true }).inputValue(), 'Buro')
  await page.keyboard.press('Escape')
  await main(page).getByRole('link', { name: 'Büro', exact: true }).click()

  await changeMembers(page)
  fillGroup('Büro', [grace.id, ...addPeople(PAGE_DEFAULT)])
  await page.reload()
  await findMemberOnLaterPage(page)
  await renameAfterOthers(page)
})

async function changeMembers(page: Page): Promise<void> {
  const search = main(page).getByLabel(words.people.label, { exact: true })
  const found = main(page).getByRole('listitem').filter({ hasText: 'Grace Hopper' })
  await search.fill('Hopper')
  await press(page, words.putInOf('Grace Hopper'))
  await found.getByText(words.isIn, { exact: true }).waitFor()
  await press(page, words.takeOutOf('Grace Hopper'))
  await main(page)
    .getByRole('button', { name: words.putInOf('Grace Hopper') })
    .waitFor()
  await see(page, words.noMembers)
  await search.fill('nobody at all')
  await see(page, words.people.nobody)
}

/** Somebody who is in the group is not offered again, although the first page of members does not show them. */
async function findMemberOnLaterPage(page: Page): Promise<void> {
  const members = main(page).getByRole('table', { name: words.membersCaption }).locator('tbody tr')
  await until(
    () => members.count(),
    (shown) => shown === PAGE_DEFAULT,
    'a whole page of members',
  )
  const found = main(page).getByRole('listitem').filter({ hasText: 'Grace Hopper' })
  await main(page).getByLabel(words.people.label, { exact: true }).fill('Hopper')
  await found.getByText(words.isIn, { exact: true }).waitFor()
  assert.deepEqual(
    [await found.getByRole('button').count(), await members.filter({ hasText: 'Grace' }).count()],
    [0, 0],
  )
  await inspect(page, 'a group with members')
}

async function renameAfterOthers(page: Page): Promise<void> {
  await press(page, words.change)
  await page.getByLabel(words.slug, { exact: true }).fill('office')
  await page.getByText(words.slugChange).waitFor()
  site.change("UPDATE people_group SET name = 'Bureau', version = version + 1 WHERE slug = 'buro'")
  await act(page, words.changeTitle, words.save)
  await dialog(page, words.changeTitle).getByText('Bureau (buro)').waitFor()
  await inspect(page, 'a group changed by somebody else')
  await act(page, words.changeTitle, words.save)
  await main(page).getByText('office', { exact: true }).waitFor()
  await seeHeading(page, 'Büro')
}

play('an admin protects a host for a group, changes and removes both', { wallets: [META] }, async (guest) => {
  const { page } = guest
  site.change('DELETE FROM group_member')
  site.change('UPDATE people_group SET members = 0')
  await site.enter(guest, 'admin', '/admin/hosts')
  await see(page, hosts.empty)
  await press(page, hosts.add)
  await page.getByLabel(hosts.host, { exact: true }).fill('*.example')
  await page.getByLabel('Büro', { exact: true }).check()
  await act(page, hosts.addTitle, hosts.create)
  await page.getByText(hosts.hostWrong).waitFor()
  await inspect(page, 'protecting a host, with a mistake')
  await page.getByLabel(hosts.host, { exact: true }).fill('https://Wiki.example/start')
  await act(page, hosts.addTitle, hosts.create)
  await confirm(page)
  await card(page, 'wiki.example').getByText(`${hosts.only}: Büro`).waitFor()
  await readProxySettings(page)

  const group = main(page).getByRole('link', { name: 'Büro', exact: true })
  await page.getByRole('navigation').locator('[href="/admin/groups"]').click()
  await group.click()
  const uses = main(page).getByRole('listitem').filter({ hasText: 'wiki.example' })
  await uses.getByRole('link').waitFor()
  await press(page, words.remove)
  await act(page, words.removeTitle('Büro'), words.remove)
  await dialog(page, words.removeTitle('Büro')).getByText(words.inUse).waitFor()
  await inspect(page, 'a group in use')
  await page.keyboard.press('Escape')
  await dialog(page, words.removeTitle('Büro')).waitFor({ state: 'hidden' })

  await page.getByRole('navigation').locator('[href="/admin/hosts"]').click()
  await changeAndRemoveHost(page)
  await page.goto('/admin/groups')
  await group.click()
  await see(page, words.noUses)
  await press(page, words.remove)
  await act(page, words.removeTitle('Büro'), words.remove)
  await see(page, words.empty)
})

async function readProxySettings(page: Page): Promise<void> {
  const own = card(page, 'wiki.example')
  await own.getByText(hosts.setup, { exact: true }).click()
  const text = own.locator('pre')
  assert.match((await text.textContent()) ?? '', /server_name wiki\.example;/)
  const address = new URL(site.stage.product.origin).host
  assert.ok((await text.textContent())?.includes(`http://${address}/forward-auth`))
  await own.getByLabel(hosts.proxy).selectOption('caddy')
  await own.getByRole('button', { name: apps.copyOf('Caddyfile') }).waitFor()
  assert.match((await text.textContent()) ?? '', /^wiki\.example \{$/m)
  await inspect(page, 'a host and its proxy')
}

async function changeAndRemoveHost(page: Page): Promise<void> {
  await press(page, hosts.changeOf('wiki.example'))
  await page.getByLabel(hosts.name, { exact: true }).fill('The wiki')
  await page.getByLabel('Büro', { exact: true }).uncheck()
  await act(page, hosts.changeTitle('wiki.example'), hosts.save)
  await card(page, 'The wiki').getByText(hosts.everyone).waitFor()
  await press(page, hosts.switchOffOf('The wiki'))
  await card(page, 'The wiki').getByText(hosts.off, { exact: true }).waitFor()
  await press(page, hosts.removeOf('The wiki'))
  await act(page, hosts.removeTitle('The wiki'), hosts.remove)
  await see(page, hosts.empty)
}
