/** A token is sold: what its former owner sees next at a site behind nginx and at an app in Apache. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import type { Address } from 'viem'
import { interaction } from '../../../web/src/words/interaction.ts'
import { clickButton, expectHeading, type TestUser } from '../../support/browser/test-user.ts'
import { addApacheApp, addNginxHost } from '../../support/browser/visit-parties.ts'
import { setUpVisitSuite } from '../../support/browser/visit-suite.ts'
import { requestAccess, signIn } from '../../support/browser/words.ts'
import { type FaultyNode, startFaultyNode } from '../../support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts } from '../../support/chain/rule-contracts.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { conditionOf, ruleOf } from '../../support/rule-fixtures.ts'
import { until } from '../../support/until.ts'

const WATCH_EVERY_MS = 500
const BUYER: Address = `0x${'b1'.repeat(20)}`
const APP_NAME = 'Wiki in Apache'

forDefaultEngine('a site and an app for the owners of a token', (engine) => {
  let chain: Chain
  let node: FaultyNode
  const visits = setUpVisitSuite(engine, async (cleanups) => {
    chain = await startChain()
    cleanups.push(() => chain.stop())
    node = await startFaultyNode(chain.url)
    cleanups.push(() => node.stop())
    return { environment: { [`RPC_${CHAIN_ID}`]: node.url }, watchEveryMs: WATCH_EVERY_MS }
  })

  async function addGroup(contract: Address): Promise<Group> {
    const body = { name: 'Cat owners', slug: 'cats' }
    const { product } = visits
    const group = (await product.asOwner('admin.mode', { path: '/api/admin/groups', body })) as Group // the server's own
    const rule = ruleOf(conditionOf.erc721({ chainId: CHAIN_ID, contract: contract.toLowerCase() }))
    const call = { method: 'PUT', path: `/api/admin/groups/${group.id}/rule`, body: { rule }, target: group.id }
    await product.asOwner('groups.rule', { ...call, headers: { 'if-match': `"${group.version}"` } })
    return group
  }

  const textOf = async ({ page }: TestUser) => (await page.locator('body').innerText()).trim()

  /** Resolves with the access token that Apache received. */
  async function enterBoth(user: TestUser, siteUrl: string, privateUrl: string): Promise<string> {
    const { page } = user
    await page.goto(siteUrl)
    await clickButton(page, signIn.continueWith('MetaMask'))
    await page.waitForURL(siteUrl)
    assert.equal(await textOf(user), 'the site')
    await page.goto(privateUrl)
    await expectHeading(page, `${interaction.allowTitle} ${APP_NAME}?`)
    await clickButton(page, interaction.allow)
    await page.waitForURL(privateUrl)
    assert.equal(await textOf(user), 'only for people')
    return (await (await page.request.get(privateUrl)).headers())['x-seen-token'] ?? ''
  }

  async function readUserinfo(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${visits.product.issuer}/userinfo`, { headers })).status
  }

  /** The node dies: the user stays, and another owner of a token gets in once it is back. */
  async function expectOutage({ user, url }: { user: TestUser; url: string }, mint: (to: Address) => Promise<unknown>) {
    const newcomer = await visits.openUser(new URL(url).origin, { ignoreHTTPSErrors: true })
    await mint(newcomer.account.address)
    node.fault = 'dead'
    await newcomer.page.goto(url)
    await clickButton(newcomer.page, signIn.continueWith('MetaMask'))
    await newcomer.page.waitForURL(url)
    // nginx turns 503 of the check into 500.
    assert.equal((await newcomer.page.reload())?.status(), 500)
    assert.equal((await user.page.goto(url))?.status(), 200)
    node.fault = 'none'
    const reload = async () => (await newcomer.page.reload())?.status()
    await until(reload, (status) => status !== 500, 'the rule is checked again')
    assert.equal(await textOf(newcomer), 'the site')
  }

  test('refuses access after the token was sold, and grants it when it was bought back', async () => {
    const cats = await deployRuleContracts(chain).erc721()
    const { id } = await addGroup(cats.address)
    const host = await addNginxHost(visits, 'cats', [id])
    const appUrl = await addApacheApp(visits, APP_NAME, [id])
    const privateUrl = `${appUrl}/private/`
    const user = await visits.openUser(new URL(host.url).origin, { ignoreHTTPSErrors: true })
    user.allowOrigin(appUrl)
    const { page, account } = user
    await cats.mint(account.address, 1n)
    const token = await enterBoth(user, host.url, privateUrl)
    assert.equal(await readUserinfo(token), 200)
    const open = async (url: string) => (await page.goto(url))?.status()

    await cats.transfer(account.address, BUYER, 1n)
    await until(
      () => open(host.url),
      (status) => status === 403,
      'nginx refuses',
    )
    await until(
      async () => (await page.request.get(privateUrl, { maxRedirects: 0 })).status(),
      (status) => status !== 200,
      'the session in Apache ends',
    )
    assert.equal(await readUserinfo(token), 401)

    assert.match(await textOf(user), /You are signed in, but you do not have access to this site\./)
    const link = page.getByRole('link', { name: 'Ask for access' })
    const accessUrl = `${visits.product.origin}/access?${new URLSearchParams({ host: host.name })}`
    assert.equal(await link.getAttribute('href'), accessUrl)
    await page.goto(privateUrl)
    await expectHeading(page, `${requestAccess.deniedTitle} ${APP_NAME}`)
    assert.equal(new URL(page.url()).origin, visits.product.origin)

    await cats.transfer(BUYER, account.address, 1n)
    const reopen = async () => {
      await page.goto(host.url)
      return textOf(user)
    }
    // nginx checks again for the refusal page, which is empty if access returns in between.
    await until(reopen, (text) => text === 'the site', 'nginx lets them in')
    await page.goto(privateUrl)
    await page.waitForURL(privateUrl)
    assert.equal(await textOf(user), 'only for people')
    await expectOutage({ user, url: host.url }, (address) => cats.mint(address, 2n))
    assert.deepEqual({ foreign: user.foreignRequests, errors: user.pageErrors }, { foreign: [], errors: [] })
  })
})
