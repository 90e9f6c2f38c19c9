import assert from 'node:assert/strict'
import { PAGE_DEFAULT } from '@countersign/contract/limits.ts'
import type { Page } from 'playwright-core'
import { signIn as signInPast } from '../support/browser.ts'
import { arriveAt, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { confirm, type Neighbour, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, admin, groups, notFound, stepUp } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { people, person: words } = admin

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const act = (page: Page, title: string, button: string) =>
  dialog(page, title).getByRole('button', { name: button, exact: true }).click()
const names = (page: Page) => main(page).getByRole('rowheader').getByRole('link').allTextContents()
const links = (page: Page) =>
  main(page)
    .getByRole('rowheader')
    .getByRole('link')
    .evaluateAll((found) => found.map((each) => each.getAttribute('href')))
const offered = (page: Page) => main(page).getByRole('button').allTextContents()
const statusOf = (id: string) =>
  (site.read('SELECT status, role, suspended_for AS why FROM person WHERE id = ?', id) as Record<string, string>[])[0]

async function seeNames(page: Page, wanted: string): Promise<void> {
  await until(
    () => names(page),
    (found) => found.sort().join() === wanted,
    `only ${wanted}`,
  )
}

play('an auditor finds people by name, role and status, page by page', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const ada = await site.settle('Ada Lovelace')
  await site.settle('Adam Smith', 'auditor')
  await site.settle('Grace Hopper')
  site.change("UPDATE person SET status = 'suspended' WHERE id = ?", ada.id)
  await site.enter(guest, 'auditor', '/admin/people')
  await seeHeading(page, people.title)
  await see(page, 'Grace Hopper')
  await page.keyboard.press('/')
  await page.keyboard.type('ada')
  await seeNames(page, 'Ada Lovelace,Adam Smith')
  // What was typed so far may find the same two.
  await page.waitForURL((url) => url.search === '?q=ada')
  await page.getByLabel(people.status).selectOption('suspended')
  await seeNames(page, 'Ada Lovelace')
  await page.getByLabel(people.role).selectOption('owner')
  await see(page, people.noMatch)
  await press(page, account.list.clear)
  await see(page, 'Grace Hopper')
  assert.equal(await page.getByLabel(people.search).inputValue(), '')
  await inspect(page, 'people')
  await main(page).getByRole('link', { name: 'Grace Hopper', exact: true }).click()
  await seeHeading(page, 'Grace Hopper')
  assert.deepEqual(await offered(page), ['Copy'])

  for (let index = 0; index < PAGE_DEFAULT; index++)
    site.change(
      `INSERT INTO person (id, display_name, role, status, created_at, updated_at, version)
       VALUES (?, ?, 'member', 'active', 0, 0, 1)`,
      `per_7Z${String(index).padStart(24, '0')}`,
      `Resident ${index}`,
    )
  const all = site.read("SELECT id FROM person WHERE status <> 'deleted'").length
  await page.goto('/admin/people')
  await until(
    () => names(page),
    (found) => found.length === PAGE_DEFAULT,
    'one page',
  )
  await press(page, account.list.more)
  await see(page, account.list.all(all))
  assert.equal(new Set(await links(page)).size, all)
  site.change("DELETE FROM person WHERE id LIKE 'per_7Z%'") // they would fill the first page of later tests
})

play('an admin finds the members of a group, from its page and by the address', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const { id } = await site.settle('Edsger Dijkstra')
  await site.settle('Barbara Liskov')
  const owner = await site.settle('Olivia', 'owner')
  const group = 'grp_01AAAAAAAAAAAAAAAAAAAAAAAA'
  // People who are to be in a group are listed once the groups are known.
  await site.enter(guest, 'admin', '/admin/people?group=none')
  await see(page, 'Barbara Liskov')
  assert.equal(await page.getByLabel(people.group).count(), 0)
  site.change("INSERT INTO people_group VALUES (?, 'Proofs', 'proofs', 1, 1, 1, 1)", group)
  site.change('INSERT INTO group_member VALUES (?, ?, 1)', group, id)
  await page.goto(`/admin/groups/${group}`)
  await seeHeading(page, 'Proofs')
  await main(page).getByRole('link', { name: groups.findMembers }).click()
  await arriveAt(page, `/admin/people?group=${group}`)
  await seeHeading(page, people.title)
  await seeNames(page, 'Edsger Dijkstra')
  assert.equal(await page.getByLabel(people.group).inputValue(), group)
  await page.getByLabel(people.role).selectOption('owner')
  await see(page, people.noMatch)
  await page.goBack()
  await seeHeading(page, 'Proofs')
  await page.goto(`/admin/people?role=member&group=${group}`)
  await seeNames(page, 'Edsger Dijkstra')
  await press(page, account.list.clear)
  await see(page, 'Barbara Liskov')
  assert.equal(new URL(page.url()).search, '')
  await page.getByLabel(people.group).selectOption('Proofs')
  await page.waitForURL((url) => url.search === `?group=${group}`)
  await main(page).getByText('Barbara Liskov').waitFor({ state: 'detached' })

  site.change('DELETE FROM group_member')
  site.change('DELETE FROM people_group')
  await page.reload()
  await see(page, 'Barbara Liskov')
  assert.equal(await page.getByLabel(people.group).count(), 0)

  await page.goto(`/admin/people/${owner.id}`)
  await seeHeading(page, 'Olivia')
  await see(page, words.tooHigh)
  assert.deepEqual(await offered(page), ['Copy'])
  await page.goto('/admin/people/per_00000000000000000000000000')
  await seeHeading(page, notFound.heading)
})

play('an admin renames a person, signs them out, suspends and restores them', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('Trent')
  const elsewhere = await site.settle('Wendy')
  await site.enter(guest, 'admin', `/admin/people/${person.id}`)
  await seeHeading(page, 'Trent')
  await inspect(page, 'person')
  await renameAfterThem(page, person)

  await press(page, words.signOut)
  await inspect(page, 'sign out everywhere')
  await act(page, words.signOutTitle, account.cancel)
  await dialog(page, words.signOutTitle).waitFor({ state: 'hidden' })
  assert.equal((await person.browser.get('/api/session')).status, 200)
  await press(page, words.signOut)
  await act(page, words.signOutTitle, words.signOut)
  await page.getByText(words.signedOut(1)).first().waitFor() // it is shown and said
  assert.equal((await person.browser.get('/api/session')).status, 401)
  assert.equal((await elsewhere.browser.get('/api/session')).status, 200)
  assert.equal((await signInPast(person.browser, person.account)).status, 201)

  await press(page, words.suspend)
  await until(
    () => page.evaluate('document.activeElement.textContent'),
    (text) => text === account.cancel,
    'the focus is on leaving everything as it is',
  )
  await act(page, words.suspendTitle, words.suspend)
  await dialog(page, words.suspendTitle).getByText(words.reasonMissing).waitFor()
  await inspect(page, 'suspend')
  await page.getByLabel(words.suspendReason).fill('Sold the laptop')
  await act(page, words.suspendTitle, words.suspend)
  await dialog(page, words.suspendTitle).waitFor({ state: 'hidden' })
  await see(page, 'Sold the laptop')
  assert.deepEqual({ ...statusOf(person.id) }, { status: 'suspended', role: 'member', why: 'Sold the laptop' })
  assert.equal((await person.browser.get('/api/session')).status, 401)
  await press(page, words.restore)
  await inspect(page, 'restore')
  await act(page, words.restoreTitle, words.restore)
  await main(page).getByRole('button', { name: words.suspend, exact: true }).waitFor()
  assert.equal(statusOf(person.id)?.status, 'active')
  // One signature is enough for all of it.
  assert.equal(guest.messages.filter((text) => text.includes('change what other people may do')).length, 1)
})

/** Without a signature nothing changes; what the person changed meanwhile is shown, and what was typed stays. */
async function renameAfterThem(page: Page, person: Neighbour): Promise<void> {
  const renaming = dialog(page, words.renameTitle)
  const name = page.getByRole('textbox', { name: words.name })
  await press(page, words.rename)
  await name.fill('Trent the Second')
  const body = { displayName: 'Margaret' }
  const answer = await person.browser.call({ method: 'PATCH', path: '/api/me', body, headers: { 'if-match': '"2"' } })
  assert.equal(answer.status, 200, answer.text)
  await act(page, words.renameTitle, words.save)
  await act(page, stepUp.title, stepUp.cancel)
  await renaming.getByText(stepUp.notConfirmed).waitFor()
  assert.equal(await name.inputValue(), 'Trent the Second')
  await act(page, words.renameTitle, words.save)
  await confirm(page)
  await renaming.getByText(admin.changed).waitFor()
  await renaming.getByText('Margaret · Member · Active').waitFor()
  assert.equal(await name.inputValue(), 'Trent the Second')
  await inspect(page, 'rename')
  await act(page, words.renameTitle, words.save)
  await seeHeading(page, 'Trent the Second')
}

play(
  'an owner makes somebody an admin, creates a recovery link and deletes them',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const person = await site.settle('Carol')
    await site.enter(guest, 'owner', `/admin/people/${person.id}`)
    await press(page, words.changeRole)
    await page.getByRole('dialog').getByLabel(words.role).selectOption('admin')
    await inspect(page, 'role')
    await act(page, words.roleTitle, words.save)
    await confirm(page)
    await see(page, `${admin.roles.member} → ${admin.roles.admin}`)
    assert.equal(statusOf(person.id)?.role, 'admin')

    await press(page, words.link)
    await act(page, words.linkTitle, words.link)
    await confirm(page)
    const link = (await page.locator('.shown-once').textContent()) ?? ''
    assert.match(link, new RegExp(`^${site.stage.product.origin}/recover#link=[A-Za-z0-9_-]{27}$`))
    await inspect(page, 'recovery link')
    await act(page, words.linkMade, admin.done)

    await press(page, words.remove)
    await act(page, words.removeTitle, words.remove)
    await dialog(page, words.removeTitle).getByText(account.confirm.mismatch(words.removePhrase)).waitFor()
    await inspect(page, 'delete')
    await page.getByLabel(account.confirm.type(words.removePhrase)).fill(words.removePhrase)
    await act(page, words.removeTitle, words.remove)
    await confirm(page)
    await see(page, admin.statuses.deleting)
    assert.equal(statusOf(person.id)?.status, 'deleting')
  },
)
