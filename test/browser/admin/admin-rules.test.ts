import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after } from 'node:test'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import type { Locator, Page } from 'playwright-core'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { type SeededPerson, setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { confirmStepUp, dialog } from '../../support/browser/dialog.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  METAMASK,
  main,
  readAnnouncement,
  type TestUser,
} from '../../support/browser/test-user.ts'
import {
  account,
  conditions,
  groups,
  networks,
  registration,
  rules,
  site as words,
} from '../../support/browser/words.ts'
import { CHAIN_ID, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts } from '../../support/chain/rule-contracts.ts'
import { until } from '../../support/until.ts'

const chain = await startChain()
const contracts = deployRuleContracts(chain)
const cats = await contracts.erc721({ name: 'Cool Cats', symbol: 'COOL' })
after(() => chain.stop())

const site = setUpAdminSuite({ [`RPC_${CHAIN_ID}`]: chain.url })
const { testInBrowser } = site.suite
const { preview, save, trial, editor } = rules

const GROUP = 'grp_01JCQ2Z8Y7ABCDEFGHJKMNPQRS'
const RULE = `/admin/groups/${GROUP}/rule`
const CATS = 'Holds at least 1 of Cool Cats'

const inDialog = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: typeof name === 'string' })
const aside = (page: Page): Locator => page.getByRole('complementary', { name: preview.title })
const focusedLabel = (page: Page) => page.evaluate<string | null>("document.activeElement?.getAttribute('aria-label')")

testInBrowser('an owner builds, previews, saves and removes a rule', { wallets: [METAMASK] }, async (user) => {
  const { page } = user
  const grace = await site.addPerson('Grace Hopper')
  await cats.mint(grace.account.address, 1n)
  site.change(
    'INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1)',
    ...[GROUP, 'Holders', 'holders'],
  )
  await site.openAs(user, 'owner', RULE)
  await expectText(page, rules.emptyTitle)
  await checkAccessibility(page, 'a group without a rule')
  await linkToNetworks(user)
  await clickButton(page, rules.add)
  await addCollection(page)
  await readPreview(user, grace)
  await addOwners(page)
  await saveRule(page)
  await warnBeforeLosingAccess(page)
  await keepInputAfterProblems(page)
  await uploadList(page, grace)
  await removeRule(page)
})

testInBrowser('an owner opens sign-up to a rule and checks a person', { wallets: [METAMASK] }, async (user) => {
  const { page } = user
  const alan = await site.addPerson('Alan Turing')
  await site.openAs(user, 'owner', '/admin/settings')
  await page.getByRole('radio', { name: registration.options.groups }).check()
  await expectText(page, rules.registration.none)
  const keys: Rule = { ...RULE_OPTIONS, condition: { kind: 'wallet_kind', wallet: 'key' } }
  site.change('UPDATE people_group SET rule = ?, rule_version = 1', JSON.stringify(keys))
  await page.goto('/admin/settings')
  await page.getByRole('radio', { name: registration.options.groups }).check()
  await clickButton(page, account.form.save)
  await expectText(page, rules.registration.missing)
  await page.getByRole('checkbox', { name: 'Holders', exact: true }).check()
  await checkAccessibility(page, 'sign-up by rule')
  await clickButton(page, account.form.save)
  await confirmStepUp(page)
  await page.getByText(words.settings.saved).first().waitFor()
  await page.goto(`/admin/people/${alan.id}`)
  await clickButton(page, rules.check.run)
  await main(page).getByRole('table', { name: rules.check.caption }).getByText('Met', { exact: true }).waitFor()
  const own = main(page).getByRole('listitem').filter({ hasText: 'Holders' })
  await own.getByText(rules.column, { exact: true }).waitFor()
  assert.equal(await own.getByRole('button').count(), 0)
  assert.match((await own.getByRole('link').getAttribute('href')) ?? '', /\/rule$/)
  await checkPart(page, 'rules of a person')
})

const RULE_OPTIONS: Omit<Rule, 'condition'> = {
  ...{ wallets: 'together', linkedHours: 0, delegations: false, seats: false, heldBlocks: 0, graceMinutes: 15 },
  ...{ refusalText: null, showReasons: true },
}

/** Without a network. What was typed stays, as the link opens a new tab. */
async function linkToNetworks({ page, context }: TestUser): Promise<void> {
  await context.route('**/api/admin/rule-networks', (route) => route.fulfill({ json: { items: [] } }), { times: 1 })
  await page.reload()
  await clickButton(page, rules.add)
  await clickButton(page, conditions.add)
  await inDialog(page, /^ERC-20 balance/).click()
  await page.getByLabel(conditions.contract).fill(cats.address)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: conditions.addNetwork }).click()
  await expectHeading(await opened, networks.title)
  await (await opened).close()
  assert.equal(await page.getByLabel(conditions.contract).inputValue(), cats.address)
  await page.goto(RULE)
}

async function addCollection(page: Page): Promise<void> {
  await aside(page).getByText(preview.incomplete).waitFor()
  await checkPart(page, 'a new rule')
  await clickButton(page, conditions.add)
  await checkPart(page, 'the kinds of conditions')
  await inDialog(page, /^ERC-20 balance/).click()
  const contract = page.getByLabel(conditions.contract)
  await contract.fill('0x8ba1f109551bd432803012645Ac136ddd64DBA72')
  await inDialog(page, conditions.apply).click()
  await page.getByText(conditions.checksumWrong).first().waitFor()
  await contract.fill('0x8ba1f109551bD432803012645Ac136ddd64DBA72')
  await page.getByText(/^There is no contract at this address on/).waitFor()
  await contract.fill(cats.address)
  await page.getByText(conditions.wrongKind(conditions.contractKinds.erc721)).waitFor()
  await checkPart(page, 'a contract of another kind')
  await inDialog(page, conditions.switchKind(conditions.kinds.erc721_balance.name)).click()
  await inDialog(page, conditions.apply).click()
  await until(
    () => focusedLabel(page),
    (label) => label?.startsWith(editor.editOf(CATS)) === true,
    'the new condition has the focus',
  )
}

async function readPreview({ page, account: own }: TestUser, grace: SeededPerson): Promise<void> {
  await aside(page).getByText(preview.matches(1, 2)).waitFor()
  await until(
    () => readAnnouncement(page, 'status'),
    (text) => text?.includes(preview.changes(1, 0)) === true,
    'the preview is announced',
  )
  await aside(page).getByText(`${preview.named.gains} (1)`).click()
  await aside(page)
    .getByText(/^Grace Hopper/)
    .first()
    .click()
  await aside(page).getByText('Found 1', { exact: false }).first().waitFor()
  await aside(page).getByLabel(trial.title).fill(own.address)
  await aside(page).getByRole('button', { name: trial.go, exact: true }).click()
  await aside(page).getByText(trial.outcomes.no).waitFor()
  await aside(page).getByLabel(trial.title).fill(grace.account.address)
  await aside(page).getByRole('button', { name: trial.go, exact: true }).click()
  await aside(page).getByText(trial.outcomes.yes).nth(1).waitFor()
  await checkAccessibility(page, 'a preview with reasons')
}

async function addOwners(page: Page): Promise<void> {
  await clickButton(page, editor.addNested)
  await aside(page).getByText(preview.notReady).waitFor()
  await clickButton(page, account.form.save)
  await expectText(page, rules.errors.empty)
  await main(page).getByRole('button', { name: conditions.add }).first().click()
  await inDialog(page, /^Role/).click()
  await inDialog(page, conditions.apply).click()
  await page.getByText(conditions.rolesMissing).first().waitFor() // at the field and in the live region
  await page.getByRole('checkbox', { name: 'Owner', exact: true }).check()
  await inDialog(page, conditions.apply).click()
  await main(page).getByLabel(editor.mode).first().selectOption(rules.modes.any)
  await aside(page).getByText(preview.matches(2, 2)).waitFor()
  await aside(page).getByText(preview.self.gains, { exact: false }).waitFor()
}

async function saveRule(page: Page): Promise<void> {
  await clickButton(page, account.form.save)
  const review = dialog(page, save.title)
  await review.getByText(save.none).waitFor()
  await review.getByText(preview.matches(2, 2)).waitFor()
  await checkPart(page, 'the difference')
  await inDialog(page, save.confirm).click()
  await confirmStepUp(page)
  await expectText(page, rules.members(2))
  await expectText(page, 'Any of these:')
  await checkAccessibility(page, 'a saved rule')
  await main(page).getByRole('link', { name: groups.parts.members, exact: true }).click()
  await main(page).getByRole('link', { name: 'Grace Hopper', exact: true }).waitFor()
  await checkPart(page, 'people by rule')
  await main(page).getByRole('link', { name: groups.parts.rule, exact: true }).click()
}

async function warnBeforeLosingAccess(page: Page): Promise<void> {
  await clickButton(page, rules.edit)
  await clickButton(page, editor.removeNested)
  await aside(page).getByText(preview.self.loses, { exact: false }).waitFor()
  await clickButton(page, account.form.save)
  await dialog(page, save.title).getByText(save.lockOut).waitFor()
  await inDialog(page, account.cancel).click()
}

/** The collection cannot be enumerated, which seats need. */
async function keepInputAfterProblems(page: Page): Promise<void> {
  const message = main(page).getByLabel(rules.refusal)
  await message.fill('Buy a cat.')
  await main(page).getByRole('checkbox', { name: rules.seats, exact: true }).check()
  await clickButton(page, account.form.save)
  await inDialog(page, save.confirm).click()
  await confirmStepUp(page)
  await expectText(page, rules.errors.not_enumerable)
  assert.equal(await message.inputValue(), 'Buy a cat.')
  await main(page).getByRole('checkbox', { name: rules.seats, exact: true }).uncheck()
  site.change('UPDATE people_group SET version = version + 1 WHERE id = ?', GROUP)
  await clickButton(page, account.form.save)
  await inDialog(page, save.confirm).click()
  await confirmStepUp(page)
  await expectText(page, account.form.changed)
  assert.equal(await message.inputValue(), 'Buy a cat.')
  await clickButton(page, account.form.save)
  await inDialog(page, save.confirm).click()
  await confirmStepUp(page)
  await expectText(page, rules.members(1))
  await expectText(page, 'Buy a cat.')
}

async function uploadList(page: Page, grace: SeededPerson): Promise<void> {
  await clickButton(page, rules.edit)
  await clickButton(page, conditions.add)
  await inDialog(page, /^Wallet list/).click()
  const lines = ['wallet,note', grace.account.address, 'nobody']
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await page.getByLabel(conditions.listFile).setInputFiles(file)
  await inDialog(page, conditions.apply).click()
  await confirmStepUp(page)
  await page.getByText(conditions.listLine(3, conditions.listLineProblems.invalid_account)).waitFor()
  await page.getByLabel(conditions.listText).fill(lines.slice(0, 2).join('\n'))
  await inDialog(page, conditions.apply).click()
  await expectText(page, 'Is on the wallet list (1 wallet)')
  await clickButton(page, account.form.save)
  await inDialog(page, save.confirm).click()
  await confirmStepUp(page)
  const [download] = await Promise.all([page.waitForEvent('download'), clickButton(page, conditions.listDownload)])
  assert.equal(readFileSync(await download.path(), 'utf8'), `wallet,note\r\n${grace.account.address},\r\n`)
}

async function removeRule(page: Page): Promise<void> {
  assert.deepEqual(await main(page).getByRole('button').last().textContent(), rules.remove)
  await clickButton(page, rules.remove)
  await dialog(page, rules.removal.title).getByText(rules.removal.body(1)).waitFor()
  await inDialog(page, rules.removal.confirm).click()
  await confirmStepUp(page)
  await expectText(page, rules.emptyTitle)
}
