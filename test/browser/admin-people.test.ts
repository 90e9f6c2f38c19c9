import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { signIn as signInPast } from '../support/browser.ts'
import { arriveAt, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, admin, groups, notFound, stepUp } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { people, person: words } = admin

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const act = (page: Page, title: string, button: string) =>
  dialog(page, title).getByRole('button', { name: button, exact: true }).click()
const names = (page: Page) => main(page).getByRole('rowheader').getByRole('link').allTextContents()
const statusOf = (id: string) =>
  (site.read('SELECT status, role, suspended_for AS why FROM person WHERE id = ?', id) as Record<string, string>[])[0]

play('people are found by the beginning of a name, by role and by status', { wallets: [META] }, async (guest) => {
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
  await until(
    () => names(page),
    (found) => found.sort().join() === 'Ada Lovelace,Adam Smith',
    'two are found',
  )
  // What was typed so far may find the same two.
  await page.waitForURL((url) => url.search === '?q=ada')
  await page.getByLabel(people.status).selectOption('suspended')
  await until(
    () => names(page),
    (found) => found.join() === 'Ada Lovelace',
    'one is suspended',
  )
  await page.getByLabel(people.role).selectOption('owner')
  await see(page, people.noMatch)
  await inspect(page, 'nobody matches')
  await press(page, account.list.clear)
  await see(page, 'Grace Hopper')
  assert.equal(await page.getByLabel(people.search).inputValue(), '')
  await inspect(page, 'people')
})

play('people are found by group, from its page and by the address', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.settle('Edsger Dijkstra')
  await site.settle('Barbara Liskov')
  // People who are to be in a group are listed once the groups are known.
  await site.enter(guest, 'admin', '/admin/people?group=none')
  await see(page, 'Barbara Liskov')
  assert.equal(await page.getByLabel(people.group).count(), 0)
  await page.goto('/admin/groups')
  await press(page, groups.add)
  await page.getByLabel(groups.name, { exact: true }).fill('Proofs')
  await act(page, groups.add, groups.create)
  await confirm(page)
  await seeHeading(page, 'Proofs')
  await main(page).getByLabel(groups.people.label, { exact: true }).fill('Edsger')
  await press(page, groups.putInOf('Edsger Dijkstra'))
  const [{ id: groupId } = { id: '' }] = site.read('SELECT id FROM people_group') as { id: string }[]
  await main(page).getByRole('link', { name: groups.findMembers }).click()
  await arriveAt(page, `/admin/people?group=${groupId}`)
  await seeHeading(page, people.title)
  await until(
    () => names(page),
    (found) => found.join() === 'Edsger Dijkstra',
    'only its member',
  )
  assert.equal(await page.getByLabel(people.group).inputValue(), groupId)
  await inspect(page, 'people of a group')
  await page.getByLabel(people.role).selectOption('owner')
  await see(page, people.noMatch)
  await page.goBack()
  await seeHeading(page, 'Proofs')
  await page.goto(`/admin/people?role=member&group=${groupId}`)
  await until(
    () => names(page),
    (found) => found.join() === 'Edsger Dijkstra',
    'the address says all of it',
  )
  await press(page, account.list.clear)
  await see(page, 'Barbara Liskov')
  assert.equal(new URL(page.url()).search, '')
  await page.getByLabel(people.group).selectOption('Proofs')
  await page.waitForURL((url) => url.search === `?group=${groupId}`)
  await main(page).getByText('Barbara Liskov').waitFor({ state: 'detached' })

  site.change('DELETE FROM group_member')
  site.change('DELETE FROM people_group')
  await page.reload()
  await see(page, 'Barbara Liskov')
  assert.equal(await page.getByLabel(people.group).count(), 0)
})

play('the list of people comes page by page', { wallets: [META] }, async (guest) => {
  const { page } = guest
  for (let count = 0; count < 26; count++) await site.settle(`Resident ${String.fromCharCode(65 + count)}`)
  await site.enter(guest, 'auditor', '/admin/people?q=resident')
  await until(
    () => names(page),
    (found) => found.length === 25,
    'one page',
  )
  await press(page, account.list.more)
  await until(
    () => names(page),
    (found) => new Set(found).size === 26,
    'all of them',
  )
  await see(page, account.list.all(26))
})

play('a person is suspended with a reason, and restored', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('Mallory')
  await site.enter(guest, 'admin', `/admin/people/${person.id}`)
  await seeHeading(page, 'Mallory')
  await inspect(page, 'person')
  await press(page, words.suspend)
  await until(
    () => page.evaluate('document.activeElement.textContent'),
    (text) => text === account.cancel,
    'the focus is on leaving everything as it is',
  )
  await act(page, words.suspendTitle, words.suspend)
  await dialog(page, words.suspendTitle).getByText(words.reasonMissing).waitFor()
  await page.getByLabel(words.suspendReason).fill('Sold the laptop')
  await inspect(page, 'suspend')
  await act(page, words.suspendTitle, words.suspend)
  await confirm(page)
  await dialog(page, words.suspendTitle).waitFor({ state: 'hidden' })
  await see(page, 'Sold the laptop')
  assert.deepEqual({ ...statusOf(person.id) }, { status: 'suspended', role: 'member', why: 'Sold the laptop' })
  assert.equal((await person.browser.get('/api/session')).status, 401)
  await press(page, words.restore)
  await inspect(page, 'restore')
  await act(page, words.restoreTitle, words.restore)
  await main(page).getByRole('button', { name: words.suspend, exact: true }).waitFor()
  assert.equal(statusOf(person.id)?.status, 'active')
  assert.equal(guest.messages.filter((text) => text.includes('change what other people may do')).length, 1)
})

play('a person is signed out everywhere, and may come back', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('Victor')
  const elsewhere = await site.settle('Wendy')
  await site.enter(guest, 'admin', `/admin/people/${person.id}`)
  await press(page, words.signOut)
  await inspect(page, 'sign out everywhere')
  await act(page, words.signOutTitle, account.cancel)
  await dialog(page, words.signOutTitle).waitFor({ state: 'hidden' })
  assert.equal((await person.browser.get('/api/session')).status, 200)
  await press(page, words.signOut)
  await act(page, words.signOutTitle, words.signOut)
  await confirm(page)
  await page.getByText(words.signedOut(1)).first().waitFor() // it is shown and said
  assert.equal((await person.browser.get('/api/session')).status, 401)
  assert.equal((await elsewhere.browser.get('/api/session')).status, 200)
  assert.equal((await signInPast(person.browser, person.account)).status, 201)
})

play('whoever will not confirm changes nothing and loses nothing', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('Trent')
  await site.enter(guest, 'admin', `/admin/people/${person.id}`)
  await press(page, words.rename)
  await page.getByRole('textbox', { name: words.name }).fill('Trent the Second')
  await inspect(page, 'rename')
  await act(page, words.renameTitle, words.save)
  await act(page, stepUp.title, stepUp.cancel)
  await dialog(page, words.renameTitle).getByText(stepUp.notConfirmed).waitFor()
  assert.equal(await page.getByRole('textbox', { name: words.name }).inputValue(), 'Trent the Second')
  await act(page, words.renameTitle, words.save)
  await confirm(page)
  await seeHeading(page, 'Trent the Second')
})

play('what somebody else changed meanwhile is shown, and what was typed stays', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const person = await site.settle('Peggy')
  await site.enter(guest, 'owner', `/admin/people/${person.id}`)
  await press(page, words.rename)
  await page.getByRole('textbox', { name: words.name }).fill('Peggy Sue')
  const body = { displayName: 'Margaret' }
  const answer = await person.browser.call({ method: 'PATCH', path: '/api/me', body, headers: { 'if-match': '"2"' } })
  assert.equal(answer.status, 200, answer.text)
  await act(page, words.renameTitle, words.save)
  await confirm(page)
  await dialog(page, words.renameTitle).getByText(admin.changed).waitFor()
  await dialog(page, words.renameTitle).getByText('Margaret · Member · Active').waitFor()
  assert.equal(await page.getByRole('textbox', { name: words.name }).inputValue(), 'Peggy Sue')
  await act(page, words.renameTitle, words.save)
  await seeHeading(page, 'Peggy Sue')
})

play('an owner makes an admin, makes a recovery link and deletes', { wallets: [META] }, async (guest) => {
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
})

play('only what a role may do is offered', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const [member, owner] = [await site.settle('Walter'), await site.settle('Olivia', 'owner')]
  const offered = () => main(page).getByRole('button').allTextContents()
  await site.enter(guest, 'auditor', `/admin/people/${member.id}`)
  await seeHeading(page, 'Walter')
  assert.deepEqual(await offered(), ['Copy'])
  await site.enter(guest, 'admin', `/admin/people/${owner.id}`)
  await seeHeading(page, 'Olivia')
  await see(page, words.tooHigh)
  assert.deepEqual(await offered(), ['Copy'])
  await page.goto('/admin/people/per_00000000000000000000000000')
  await seeHeading(page, notFound.heading)
})
