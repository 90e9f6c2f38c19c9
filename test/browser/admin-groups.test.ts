import assert from 'node:assert/strict'
import { PAGE_DEFAULT } from '@countersign/contract/limits.ts'
import type { Page } from 'playwright-core'
import { META, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { apps, hosts, notFound, groups as words } from '../support/words.ts'

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

play('a group is made, with a short name proposed from its name', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/groups')
  await see(page, words.empty)
  await inspect(page, 'no groups')
  await press(page, words.add)
  await act(page, words.add, words.create)
  await page.getByText(words.nameMissing).waitFor()
  await inspect(page, 'a group with mistakes')
  await page.getByLabel(words.name, { exact: true }).fill('Büro')
  await seeValue(page.getByLabel(words.slug, { exact: true }), 'buro')
  await act(page, words.add, words.create)
  await confirm(page)
  await seeHeading(page, 'Büro')
  await see(page, words.noMembers)
  await inspect(page, 'a group without members')

  await page.goto('/admin/groups')
  await press(page, words.add)
  await page.getByLabel(words.name, { exact: true }).fill('Buro')
  await act(page, words.add, words.create)
  await page.getByText(words.slugTaken).waitFor()
  assert.equal(await page.getByLabel(words.name, { exact: true }).inputValue(), 'Buro')
})

play('people are found, put in and taken out', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.settle('Ada Lovelace')
  await site.settle('Alan Turing')
  await site.enter(guest, 'admin', '/admin/groups')
  const group = main(page).getByRole('link', { name: 'Büro', exact: true })
  await group.waitFor()
  await inspect(page, 'groups')
  await group.click()
  await main(page).getByLabel(words.people.label, { exact: true }).fill('Lovel')
  await press(page, words.putInOf('Ada Lovelace'))
  await confirm(page)
  await main(page)
    .getByRole('button', { name: words.takeOutOf('Ada Lovelace') })
    .waitFor()
  await see(page, words.isIn)
  await inspect(page, 'a group and who is found')
  await main(page).getByLabel(words.people.label, { exact: true }).fill('nobody at all')
  await see(page, words.people.nobody)
  await press(page, words.takeOutOf('Ada Lovelace'))
  await see(page, words.noMembers)
})

play(
  'whoever is in a group is not offered to it, however far down they are in it',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const grace = await site.settle('Grace Hopper')
    fillGroup('Büro', [grace.id, ...addPeople(PAGE_DEFAULT)])
    await site.enter(guest, 'admin', '/admin/groups')
    await main(page).getByRole('link', { name: 'Büro', exact: true }).click()
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
    await inspect(page, 'a group of many, and who is in it already')
    site.change('DELETE FROM group_member')
    site.change('UPDATE people_group SET members = 0')
    await page.reload()
    await main(page).getByLabel(words.people.label, { exact: true }).fill('Hopper')
    await press(page, words.putInOf('Grace Hopper'))
    await confirm(page)
    await found.getByText(words.isIn, { exact: true }).waitFor()
    await press(page, words.takeOutOf('Grace Hopper'))
    await main(page)
      .getByRole('button', { name: words.putInOf('Grace Hopper') })
      .waitFor()
    await see(page, words.noMembers)
  },
)

play('a group is renamed, and what others changed meanwhile is told', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/groups')
  await main(page).getByRole('link', { name: 'Büro', exact: true }).click()
  await press(page, words.change)
  await page.getByLabel(words.slug, { exact: true }).fill('office')
  await page.getByText(words.slugChange).waitFor()
  site.change("UPDATE people_group SET name = 'Bureau', version = version + 1 WHERE slug = 'buro'")
  await act(page, words.changeTitle, words.save)
  await confirm(page)
  await dialog(page, words.changeTitle).getByText('Bureau (buro)').waitFor()
  await inspect(page, 'a group changed meanwhile')
  await act(page, words.changeTitle, words.save)
  await main(page).getByText('office', { exact: true }).waitFor()
  await seeHeading(page, 'Büro')
})

play('a host is protected for a group, which then cannot be deleted', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/hosts')
  await see(page, hosts.empty)
  await inspect(page, 'no hosts')
  await press(page, hosts.add)
  await page.getByLabel(hosts.host, { exact: true }).fill('*.example')
  await act(page, hosts.addTitle, hosts.create)
  await page.getByText(hosts.hostWrong).waitFor()
  await page.getByLabel(hosts.host, { exact: true }).fill('https://Wiki.example/start')
  await page.getByLabel('Büro', { exact: true }).check()
  await inspect(page, 'protecting a host')
  await act(page, hosts.addTitle, hosts.create)
  await confirm(page)
  await card(page, 'wiki.example').getByText(`${hosts.only}: Büro`).waitFor()

  await page.goto('/admin/groups')
  await main(page).getByRole('link', { name: 'Büro', exact: true }).click()
  const uses = main(page).getByRole('listitem').filter({ hasText: 'wiki.example' })
  await uses.getByRole('link').waitFor()
  await press(page, words.remove)
  await act(page, words.removeTitle('Büro'), words.remove)
  await dialog(page, words.removeTitle('Büro')).getByText(words.inUse).waitFor()
  await inspect(page, 'a group in use')
})

play('the settings of the proxy are shown with the real host', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/hosts')
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
})

play('a host is changed, switched off and removed', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/hosts')
  await press(page, hosts.changeOf('wiki.example'))
  await page.getByLabel(hosts.name, { exact: true }).fill('The wiki')
  await page.getByLabel('Büro', { exact: true }).uncheck()
  await inspect(page, 'changing a host')
  await act(page, hosts.changeTitle('wiki.example'), hosts.save)
  await confirm(page)
  await card(page, 'The wiki').getByText(hosts.everyone).waitFor()
  await press(page, hosts.switchOffOf('The wiki'))
  await card(page, 'The wiki').getByText(hosts.off, { exact: true }).waitFor()
  await inspect(page, 'a host that is off')
  await press(page, hosts.removeOf('The wiki'))
  await act(page, hosts.removeTitle('The wiki'), hosts.remove)
  await see(page, hosts.empty)

  await page.goto('/admin/groups')
  await main(page).getByRole('link', { name: 'Büro', exact: true }).click()
  await see(page, words.noUses)
  await press(page, words.remove)
  await act(page, words.removeTitle('Büro'), words.remove)
  await see(page, words.empty)
})

play('auditors see groups and change none, and are not told of hosts', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'auditor', '/admin/groups')
  await see(page, words.empty)
  assert.equal(await main(page).getByRole('button').count(), 0)
  await page.goto('/admin/hosts')
  await seeHeading(page, notFound.heading)
})
