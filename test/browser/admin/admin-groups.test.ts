import assert from 'node:assert/strict'
import { after } from 'node:test'
import { PAGE_DEFAULT } from '@countersign/contract/limits.ts'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { confirmStepUp, dialog } from '../../support/browser/dialog.ts'
import { editRules, mapHeaders, openPart, rotateCheckPath, useTokens } from '../../support/browser/host-sections.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  expectValue,
  METAMASK,
  main,
  type TestUser,
} from '../../support/browser/test-user.ts'
import { access, account, apps, hosts, item, networks, notFound, groups as words } from '../../support/browser/words.ts'
import { NODE_KEY, startNode } from '../../support/chain/fake-node.ts'
import { ruleOf } from '../../support/rule-fixtures.ts'
import { until } from '../../support/until.ts'

const base = await startNode('0x2105')
const second = await startNode('0x2105')
const optimism = await startNode('0xa')
after(() => Promise.all([base, second, optimism].map((node) => node.die())))

const site = setUpAdminSuite({ RPC_10: optimism.url })
const { testInBrowser } = site.suite

const card = (page: Page, name: string) => main(page).getByRole('article').filter({ hasText: name })
const confirmDialog = (page: Page, title: string, name: string) =>
  dialog(page, title).getByRole('button', { name, exact: true }).click()
const navLink = (page: Page, path: string) => page.getByRole('navigation').locator(`[href="${path}"]`)
const openSection = (page: Page, path: string) => navLink(page, path).click()

testInBrowser(
  'an admin manages groups and their hosts, and an owner manages networks',
  { wallets: [METAMASK] },
  async (user) => {
    const { page } = user
    await site.addPerson('Grace Hopper')
    await site.openAs(user, 'admin', '/admin/groups')
    await createGroup(page)
    await changeMembers(page)
    await renameAfterOthers(page)
    await openSection(page, '/admin/hosts')
    await protectHost(page)
    await openSection(page, '/admin/groups')
    await keepGroupInUse(page)
    await editHost(page)
    await changeAndRemoveHost(page)
    await openSection(page, '/admin/groups')
    await refuseLateUse(page)
    await clickButton(page, words.remove)
    await confirmDialog(page, words.removeTitle('Büro'), words.remove)
    await expectText(page, words.empty)
    assert.equal(await navLink(page, '/admin/networks').count(), 0)
    await site.openAs(user, 'owner', '/admin/groups')
    await addNetwork(user)
    await testNetworks(page)
    await changeAndRemoveNetwork(page)
  },
)

async function createGroup(page: Page): Promise<void> {
  await expectText(page, words.empty)
  await clickButton(page, words.add)
  await confirmDialog(page, words.add, words.add)
  await page.getByText(words.nameMissing).first().waitFor()
  await checkPart(page, 'a new group, with mistakes')
  await page.getByLabel(words.name, { exact: true }).fill('Büro')
  await expectValue(page.getByLabel(words.slug, { exact: true }), 'buro')
  await confirmDialog(page, words.add, words.add)
  await confirmStepUp(page)
  await expectHeading(page, 'Büro')
  await expectText(page, words.noMembers)
  await openPart(page, words.parts.uses)
  await expectText(page, words.noUses)

  await main(page).getByRole('link', { name: words.title, exact: true }).click()
  await main(page).getByRole('link', { name: 'Büro', exact: true }).waitFor()
  await checkAccessibility(page, 'groups')
  await clickButton(page, words.add)
  await page.getByLabel(words.name, { exact: true }).fill('Buro')
  await confirmDialog(page, words.add, words.add)
  await page.getByText(words.slugTaken).waitFor()
  assert.equal(await page.getByLabel(words.name, { exact: true }).inputValue(), 'Buro')
  await page.keyboard.press('Escape')
  await main(page).getByRole('link', { name: 'Büro', exact: true }).click()
}

async function changeMembers(page: Page): Promise<void> {
  await openPart(page, words.parts.members)
  const search = main(page).getByLabel(words.people.label, { exact: true })
  const found = main(page).getByRole('listitem').filter({ hasText: 'Grace Hopper' })
  await search.fill('nobody at all')
  await expectText(page, words.people.noMatch)
  await search.fill('Hopper')
  await clickButton(page, words.addMemberOf('Grace Hopper'))
  await page.getByText(words.memberAdded('Grace Hopper')).first().waitFor()
  await found.getByText(words.alreadyMember, { exact: true }).waitFor()
  await checkAccessibility(page, 'a group with a member')
  await clickButton(page, words.removeMemberOf('Grace Hopper'))
  await page.getByText(words.memberRemoved('Grace Hopper')).first().waitFor() // nothing else is changed before that
  await expectText(page, words.noMembers)

  // Somebody who is in the group is not offered again, although the first page of members does not show them.
  addLaterMembers(PAGE_DEFAULT)
  await clickButton(page, words.addMemberOf('Grace Hopper'))
  const members = main(page).getByRole('table', { name: words.membersCaption }).locator('tbody tr')
  await until(
    () => members.count(),
    (shown) => shown === PAGE_DEFAULT,
    'a whole page of members',
  )
  await found.getByText(words.alreadyMember, { exact: true }).waitFor()
  assert.deepEqual(
    [await found.getByRole('button').count(), await members.filter({ hasText: 'Grace' }).count()],
    [0, 0],
  )
}

/** People who joined after everybody else. */
function addLaterMembers(many: number): void {
  for (let index = 0; index < many; index++) {
    const id = `per_7Z${String(index).padStart(24, '0')}`
    site.change(
      `INSERT INTO person (id, display_name, role, status, created_at, updated_at, version)
       VALUES (?, ?, 'member', 'active', 0, 0, 1)`,
      id,
      `Member ${index}`,
    )
    site.change('INSERT INTO group_member SELECT id, ?, ? FROM people_group', id, Date.now() * 2)
  }
}

async function renameAfterOthers(page: Page): Promise<void> {
  await openPart(page, words.parts.overview)
  await clickButton(page, words.edit)
  await page.getByLabel(words.slug, { exact: true }).fill('office')
  await page.getByText(words.slugChange).waitFor()
  site.change("UPDATE people_group SET slug = 'bureau', version = version + 1 WHERE slug = 'buro'")
  await confirmDialog(page, words.edit, account.form.save)
  await dialog(page, words.edit).getByText('Büro (bureau)').waitFor()
  await confirmDialog(page, words.edit, account.form.save)
  await main(page).getByText('office', { exact: true }).waitFor()
  await expectHeading(page, 'Büro')
  site.change('DELETE FROM group_member')
  site.change('UPDATE people_group SET members = 0')
}

async function protectHost(page: Page): Promise<void> {
  await expectText(page, hosts.empty)
  await clickButton(page, hosts.add)
  await page.getByLabel(hosts.host, { exact: true }).fill('*.example')
  await page.getByRole('radio', { name: access.groups }).check()
  await page.getByLabel('Büro', { exact: true }).check()
  await confirmDialog(page, hosts.add, hosts.create)
  await page.getByText(hosts.hostWrong).first().waitFor() // at the field and in the live region
  await checkPart(page, 'protecting a host, with a mistake')
  await page.getByLabel(hosts.host, { exact: true }).fill('https://Wiki.example/start')
  await confirmDialog(page, hosts.add, hosts.create)
  await expectHeading(page, 'wiki.example')
  await readProxySettings(page)
}

/** Deleting is disabled and says by what, until the last use is gone. */
async function keepGroupInUse(page: Page): Promise<void> {
  await main(page).getByRole('link', { name: 'Büro', exact: true }).click()
  await expectText(page, item.inUse)
  assert.equal(await removeButton(page).getAttribute('aria-disabled'), 'true')
  await checkAccessibility(page, 'a group in use')
  await openPart(page, words.parts.uses)
  await main(page).getByRole('row').filter({ hasText: words.useKinds.host }).waitFor()
  await page.goBack()
  await main(page).getByRole('link', { name: 'wiki.example', exact: true }).click()
  await page.waitForURL(/\/access$/)
}

const removeButton = (page: Page) => main(page).getByRole('button', { name: words.remove, exact: true })

/** Somebody else used the group after the page was loaded. */
async function refuseLateUse(page: Page): Promise<void> {
  const id = 'grp_01JCQ2Z8Y7ABCDEFGHJKMNPQRS'
  await main(page).getByRole('link', { name: 'Büro', exact: true }).click()
  await page.locator('button.danger:not([aria-disabled])').waitFor()
  const groupId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  site.change(
    `INSERT INTO people_group (id, name, slug, rule, rule_version, created_at, updated_at, version)
     VALUES (?, 'Holders', 'holders', ?, 1, 1, 1, 1)`,
    ...[id, JSON.stringify(ruleOf({ kind: 'group', groupId }))],
  )
  await clickButton(page, words.remove)
  await confirmDialog(page, words.removeTitle('Büro'), words.remove)
  await dialog(page, words.removeTitle('Büro')).getByText(wordsForProblem('group_in_use', '').body).waitFor()
  await page.keyboard.press('Escape')
  const link = main(page).getByRole('link', { name: 'Holders', exact: true })
  assert.equal(await link.getAttribute('href'), `/admin/groups/${id}/rule`)
  site.change('DELETE FROM people_group WHERE id = ?', id)
  await retryUses(page)
  await page.locator('button.danger:not([aria-disabled])').waitFor()
}

/** One failed answer does not disable Delete until the page is loaded again. */
async function retryUses(page: Page): Promise<void> {
  const problem = { type: '/problems/forbidden', title: 'Forbidden', status: 403, code: 'forbidden', retryable: false }
  const response = { status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }
  await page.route('**/api/admin/groups/*/uses', (route) => route.fulfill(response), { times: 1 })
  await page.reload()
  await expectText(page, wordsForProblem('forbidden', '').title)
  assert.equal(await removeButton(page).getAttribute('aria-disabled'), 'true')
  await clickButton(page, account.tryAgain)
}

async function readProxySettings(page: Page): Promise<void> {
  const text = main(page).locator('pre')
  assert.match((await text.textContent()) ?? '', /server_name wiki\.example;/)
  const address = `127.0.0.1:${new URL(site.suite.product.origin).port}`
  assert.ok((await text.textContent())?.includes(`http://${address}/forward-auth`))
  await main(page).getByLabel(hosts.proxy).selectOption('caddy')
  await main(page)
    .getByRole('button', { name: apps.copyOf('Caddyfile') })
    .waitFor()
  assert.match((await text.textContent()) ?? '', /^wiki\.example \{$/m)
  await checkAccessibility(page, 'a host and its proxy')
}

async function editHost(page: Page): Promise<void> {
  await expectHeading(page, 'wiki.example')
  await editRules(page)
  await mapHeaders(page)
  await useTokens(page)
  await rotateCheckPath(page)
  assert.match(
    (await main(page).locator('pre').textContent()) ?? '',
    /proxy_set_header X-WEBAUTH-USER \$countersign_x_/,
  )
  await page.goto(`${page.url()}-2`)
  await expectHeading(page, notFound.heading)
  await page.goBack()
}

async function changeAndRemoveHost(page: Page): Promise<void> {
  await openPart(page, hosts.parts.access)
  await page.getByRole('radio', { name: access.everyone }).check()
  await clickButton(page, account.form.save)
  await page.getByText(item.accessSaved).first().waitFor()
  await openPart(page, hosts.parts.overview)
  await expectText(page, hosts.rules.accesses.everyone)
  await clickButton(page, hosts.edit)
  await page.getByLabel(hosts.name, { exact: true }).fill('The wiki')
  await confirmDialog(page, hosts.edit, account.form.save)
  await expectHeading(page, 'The wiki')
  await clickButton(page, hosts.disable)
  await expectText(page, hosts.disabledNote)
  await checkPart(page, 'a disabled host')
  await main(page).getByRole('link', { name: hosts.title, exact: true }).click()
  await main(page).getByRole('row').filter({ hasText: hosts.disabled }).waitFor()
  await checkAccessibility(page, 'protected hosts')
  await main(page).getByRole('link', { name: 'The wiki', exact: true }).click()
  await clickButton(page, hosts.remove)
  await confirmDialog(page, hosts.removeTitle('The wiki'), hosts.remove)
  await expectText(page, hosts.empty)
}

const endpoint = (page: Page, place: number) => page.getByLabel(networks.url(place), { exact: true })

async function addNetwork({ page, context }: TestUser): Promise<void> {
  await context.route('**/api/admin/networks', (route) => route.fulfill({ json: { items: [] } }), { times: 1 })
  await openSection(page, '/admin/networks')
  await expectText(page, networks.empty)
  await expectText(page, networks.learnTitle)
  await checkPart(page, 'no networks')
  assert.equal(await main(page).getByRole('button').count(), 1)
  await clickButton(page, networks.add)
  await refuseNetworks(page)
  await page.getByLabel(networks.chainLabel, { exact: true }).selectOption('8453')
  assert.equal(await page.getByLabel(networks.name, { exact: true }).inputValue(), 'Base')
  await endpoint(page, 1).fill(base.url)
  await endpoint(page, 2).fill(second.url)
  await confirmDialog(page, networks.add, networks.testAndSave)
  await confirmStepUp(page)
  await dialog(page, networks.add).waitFor({ state: 'hidden' })
  await card(page, 'Base').getByText(networks.chain(8453)).waitFor()
  const masked = card(page, 'Base').getByText(/^http:\/\/127\.0\.0\.1:\d+\/…$/)
  assert.equal(await masked.count(), 2)
  assert.doesNotMatch(await page.content(), new RegExp(NODE_KEY))
}

/** What is wrong is said at its field, by the page and by the server, and what was typed stays. */
async function refuseNetworks(page: Page): Promise<void> {
  await page.getByLabel(networks.chainLabel, { exact: true }).selectOption('other')
  await page.getByLabel(networks.chainId, { exact: true }).fill('0')
  await endpoint(page, 1).fill('rpc.example')
  await page.getByRole('button', { name: networks.addEndpoint }).click()
  await endpoint(page, 2).waitFor()
  await confirmDialog(page, networks.add, networks.testAndSave)
  await page.getByText(networks.chainIdWrong).waitFor()
  await page.getByText(networks.urlProblems.not_a_url).waitFor()
  await checkPart(page, 'a new network, with mistakes')

  await page.getByLabel(networks.chainLabel, { exact: true }).selectOption('100')
  await endpoint(page, 1).fill(optimism.url)
  await confirmDialog(page, networks.add, networks.testAndSave)
  await confirmStepUp(page)
  await page.getByText(networks.urlProblems.wrong_chain).waitFor()
  await page.getByText('Endpoint 1: Wrong chain: got 10, expected 100.').first().waitFor()
  assert.equal(await endpoint(page, 1).inputValue(), optimism.url)

  await page.getByLabel(networks.chainLabel, { exact: true }).selectOption('10')
  await confirmDialog(page, networks.add, networks.testAndSave)
  await confirmStepUp(page)
  await dialog(page, networks.add).locator('.field-error').getByText(networks.errors.network_exists).waitFor()
  assert.deepEqual(site.read('SELECT id FROM network'), [])
}

async function testNetworks(page: Page): Promise<void> {
  const own = card(page, networks.byEnvironment) // which says where it is changed, and can only be tested
  await own.getByText('RPC_10', { exact: true }).waitFor()
  assert.deepEqual(await own.getByRole('button').allTextContents(), [networks.test])
  await own.getByRole('button').click()
  await page.getByText(networks.tested(1, 1)).first().waitFor()
  await own.getByText(networks.states.up).or(own.getByText(networks.states.unknown)).first().waitFor()

  await clickButton(page, networks.testOf('Base'))
  await page.getByText(networks.tested(2, 2)).first().waitFor()
  await second.die()
  for (let attempt = 0; attempt < 3; attempt++) {
    const responded = page.waitForResponse((response) => response.url().endsWith('/test'))
    await clickButton(page, networks.testOf('Base'))
    await responded
  }
  await card(page, 'Base').getByText(networks.states.down).waitFor()
  await checkAccessibility(page, 'networks, one endpoint down')
}

async function changeAndRemoveNetwork(page: Page): Promise<void> {
  await clickButton(page, networks.editOf('Base'))
  await page.getByLabel(networks.name, { exact: true }).fill('Base mainnet')
  site.change("UPDATE network SET name = 'Base chain', version = version + 1 WHERE name = 'Base'")
  await confirmDialog(page, networks.editOf('Base'), networks.testAndSave)
  await confirmStepUp(page)
  const editDialog = dialog(page, networks.editOf('Base chain'))
  await editDialog.getByText(account.form.changed).waitFor()
  await editDialog.getByText(/^Base chain, http/).waitFor()
  assert.equal(await page.getByLabel(networks.name, { exact: true }).inputValue(), 'Base mainnet')
  await checkPart(page, 'a network that somebody else changed')
  await confirmDialog(page, networks.editOf('Base chain'), networks.testAndSave)
  await confirmStepUp(page)
  await main(page).getByRole('heading', { level: 2, name: 'Base mainnet', exact: true }).waitFor()
  await clickButton(page, networks.disableOf('Base mainnet'))
  await confirmStepUp(page)
  await expectText(page, networks.disabledNote)
  await clickButton(page, networks.enableOf('Base mainnet'))
  await confirmStepUp(page)
  await page.getByRole('button', { name: networks.disableOf('Base mainnet') }).waitFor()
  await clickButton(page, networks.removeOf('Base mainnet'))
  await confirmDialog(page, networks.removeTitle('Base mainnet'), networks.remove)
  await confirmStepUp(page)
  await card(page, 'Base mainnet').waitFor({ state: 'hidden' })
  await openSection(page, '/admin/activity')
  await main(page).getByRole('rowheader').filter({ hasText: 'Base mainnet (8453)' }).first().waitFor()
}
