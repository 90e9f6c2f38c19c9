/** A refused person sees what they need, gets it and is let in: at a protected host, in an app and at sign-up. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import type { Settings } from '@countersign/contract/routes/admin/settings.ts'
import type { Page } from 'playwright-core'
import { accountProblems } from '../../../web/src/words/account/problems.ts'
import { vaults } from '../../../web/src/words/account/wallets.ts'
import { interaction } from '../../../web/src/words/interaction.ts'
import { requirements } from '../../../web/src/words/rules/requirements.ts'
import { accessRuleFor } from '../../support/access-rule.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { expectInView } from '../../support/browser/accessibility/viewport.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  readAnnouncement,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { setUpVisitSuite } from '../../support/browser/visit-suite.ts'
import { failed, requestAccess, signIn } from '../../support/browser/words.ts'
import { type FaultyNode, startFaultyNode } from '../../support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../support/chain/rule-contracts.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { authorizeRequest } from '../../support/oidc/relying-party.ts'
import { conditionOf, ruleOf } from '../../support/rule-fixtures.ts'
import { newAccount } from '../../support/server/http-browser.ts'
import { until } from '../../support/until.ts'

const REDIRECT = 'https://app.example/callback'
const TEXT = 'Cats are sold at the market.'

/** In an app and at a host, the card is where consent is, and its main action is in view. */
async function expectAskInView(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  const card = await page.locator('.card').boundingBox()
  assert.deepEqual([card?.x, card?.y], [440, 100])
  const ask = page.getByRole('button', { name: requestAccess.ask })
  await expectInView(ask, requestAccess.ask)
  await page.getByText(requestAccess.addMessage).click()
  await page.getByLabel(requestAccess.message).fill('I feed the cats.')
  await ask.click({ trial: true })
}

forDefaultEngine('access by rules in the browser', (engine) => {
  let chain: Chain
  let contracts: RuleContracts
  let node: FaultyNode
  const visits = setUpVisitSuite(engine, async (cleanups) => {
    chain = await startChain()
    cleanups.push(() => chain.stop())
    contracts = deployRuleContracts(chain)
    node = await startFaultyNode(chain.url)
    cleanups.push(() => node.stop())
    return { environment: { [`RPC_${CHAIN_ID}`]: node.url } }
  })
  const asAdmin = (path: string, body: unknown) => visits.product.asOwner('admin.mode', { path, body })

  let groups = 0
  /** A group for those who own a cat of a new collection, or whose vault does. */
  async function addCatGroup() {
    const cats = await contracts.erc721()
    const slug = `cats-${++groups}`
    const group = (await asAdmin('/api/admin/groups', { name: 'Cat owners', slug })) as Group // the server's own
    const condition = conditionOf.erc721({ chainId: CHAIN_ID, contract: cats.address.toLowerCase() })
    const rule = ruleOf(condition, { delegations: true, refusalText: TEXT })
    const call = { method: 'PUT', path: `/api/admin/groups/${group.id}/rule`, body: { rule }, target: group.id }
    await visits.product.asOwner('groups.rule', { ...call, headers: { 'if-match': `"${group.version}"` } })
    return { cats, groupId: group.id }
  }

  test('lets somebody in at a protected host who got the token and checks again', async () => {
    const { cats, groupId } = await addCatGroup()
    await asAdmin('/api/admin/hosts', { host: 'cats.example', name: 'Cat café', ...accessRuleFor([groupId]) })
    const { page, account } = await visits.openUser(visits.product.origin)
    await page.goto('/access?host=cats.example')
    await clickButton(page, signIn.continueWith('MetaMask'))
    await expectHeading(page, `${requestAccess.deniedTitle} Cat café`)
    await expectText(page, TEXT)
    await expectText(page, /Not met: found 0 of 1\. Checked 0x.+ at block/)
    await checkAccessibility(page, 'refused by a rule')
    await expectAskInView(page)

    node.fault = 'dead'
    await clickButton(page, requirements.check)
    await expectHeading(page, `${requirements.unknownTitle} Cat café`)
    await expectText(page, /^Could not be checked: /)
    node.fault = 'none'
    await cats.mint(account.address, 7n)
    await clickButton(page, requirements.check)
    await expectHeading(page, `${requestAccess.admittedTitle} Cat café`)
    await page.locator('h1:focus').waitFor()
    await until(
      () => readAnnouncement(page, 'status'),
      (message) => message === requirements.admitted,
      'the result is announced',
    )
    const open = page.getByRole('link', { name: requestAccess.openIt })
    assert.equal(await open.getAttribute('href'), 'https://cats.example')
  })

  test('lets somebody in to an app whose vault owns the token', async () => {
    const { cats, groupId } = await addCatGroup()
    const registry = await contracts.delegateRegistry()
    const vault = newAccount().address
    await cats.mint(vault, 7n)
    const added = await visits.product.addApp({
      ...{ name: 'Cat news', kind: 'web', preset: 'other', redirectUris: [REDIRECT], scopes: ['openid', 'profile'] },
      ...{ authMethod: 'client_secret_basic', ...accessRuleFor([groupId]) },
    })
    const { page, account } = await visits.openUser(new URL(REDIRECT).origin)
    await page.goto(authorizeRequest({ ...added, redirectUri: REDIRECT }, { scope: 'openid profile' }).path)
    await clickButton(page, signIn.continueWith('MetaMask'))
    await expectHeading(page, `${requestAccess.deniedTitle} Cat news`)
    await expectText(page, TEXT)
    await checkPart(page, 'an app refused by a rule')
    await expectAskInView(page)
    const consent = page.url()
    await page.getByRole('link', { name: requirements.vault }).click()
    await waitForPath(page, '/wallets')

    await clickButton(page, vaults.add)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(vaults.address).fill(vault)
    await dialog.getByRole('button', { name: vaults.add }).click()
    await expectText(page, vaults.notDelegated)
    await checkAccessibility(page, 'a vault without delegation')
    await registry.delegateAll({ vault, wallet: account.address })
    await dialog.getByRole('button', { name: vaults.add }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('list', { name: vaults.title }).waitFor()
    await checkPart(page, 'a vault')

    await page.goto(consent)
    await expectHeading(page, `${interaction.continueTitle} Cat news`)
    await clickButton(page, interaction.continueAs(shortAddress(account.address)))
    await expectHeading(page, `${interaction.allowTitle} Cat news?`)
  })

  test('signs somebody up with the refused signature as soon as they have the token', async () => {
    const { cats, groupId } = await addCatGroup()
    const { version } = (await visits.product.readAsOwner('/api/admin/settings')) as Settings // the server's own
    const change = { registration: 'groups', registrationGroupIds: [groupId] }
    const headers = { 'if-match': `"${version}"` }
    const call = { method: 'PATCH', path: '/api/admin/settings', body: change, headers }
    await visits.product.asOwner('admin.mode', call)
    const user = await visits.openUser(visits.product.origin)
    const { page, account } = user
    await page.goto('/sign-in')
    await clickButton(page, signIn.continueWith('MetaMask'))
    await expectHeading(page, accountProblems.requirements_not_met.title)
    await expectText(page, TEXT)
    await checkAccessibility(page, 'refused at sign-up')
    await cats.mint(account.address, 7n)
    await clickButton(page, failed.checkAgain)
    await waitForPath(page, '/home')
    assert.equal(user.messages.length, 1)
  })
})
