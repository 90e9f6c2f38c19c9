/** Rules of groups on a real chain: protected hosts, sign-up and seats, also while the node does not respond. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  GRACE_MINUTES,
  VERDICT_NO_FRESH_MS,
  VERDICT_UNKNOWN_FRESH_MS,
  VERDICT_YES_FRESH_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import type { Address } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { writeHostCookie } from '../../../server/src/forward-auth/host-cookie.ts'
import { type FaultyNode, startFaultyNode } from '../../support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../support/chain/rule-contracts.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { changeRows } from '../../support/database/rows.ts'
import { addProtectedHost, openProtectedHost } from '../../support/proxies/protected-host.ts'
import { conditionOf } from '../../support/rule-fixtures.ts'
import { addRuleGroup } from '../../support/rule-groups.ts'
import { newAccount, openBrowser, signIn } from '../../support/server/http-browser.ts'
import { addPerson, type TestPerson } from '../../support/server/people.ts'
import { expectProblem, expectStarted } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'

const GRACE_MS = GRACE_MINUTES.standard * 60_000

let hosts = 0

forDefaultEngine('rules on a chain', (engine) => {
  let chain: Chain
  let node: FaultyNode
  let contracts: RuleContracts
  let server: TestServer
  before(async () => {
    chain = await startChain()
    contracts = deployRuleContracts(chain)
    node = await startFaultyNode(chain.url)
    server = await startServer(engine, { environment: { [`RPC_${CHAIN_ID}`]: node.url } })
  })
  after(async () => {
    await server?.close()
    await node?.stop()
    await chain?.stop()
  })
  beforeEach(async () => {
    node.fault = 'none'
    await changeRows(server, 'UPDATE people_group SET rule = NULL')
    await changeRows(server, "DELETE FROM setting WHERE key = 'settings'")
  })

  const addressOf = ({ account }: { account: PrivateKeyAccount }) => account.address
  const addGroup = (contract: Address, fields: Partial<Rule> = {}) => {
    const condition = conditionOf.erc721({ chainId: CHAIN_ID, contract: contract.toLowerCase() })
    return addRuleGroup(server, { condition, ...fields })
  }

  async function protect(groupId: string) {
    const host = `chain${++hosts}.example`
    await addProtectedHost(server, host, [groupId])
    return async ({ sessionId }: TestPerson) => {
      const cookie = String(writeHostCookie(server.context, host, sessionId).split(';')[0])
      return (await openProtectedHost(server, host).request('/page', { cookie })).status
    }
  }

  test('let the holder of a token in without asking the node again, and refuse once it is sold', async () => {
    const cats = await contracts.erc721()
    const visit = await protect((await addGroup(cats.address)).id)
    const [holder, buyer] = [await addPerson(server), await addPerson(server)]
    await cats.mint(addressOf(holder), 1n)
    assert.deepEqual([await visit(holder), await visit(buyer)], [200, 403])
    const asked = node.calledMethods.length
    for (let count = 0; count < 20; count++) assert.equal(await visit(holder), 200)
    assert.equal(node.calledMethods.length, asked)
    await cats.transfer(addressOf(holder), addressOf(buyer), 1n)
    server.clock.now += VERDICT_YES_FRESH_MS
    await visit(holder)
    await server.context.background.settled()
    assert.deepEqual([await visit(holder), await visit(buyer)], [403, 200])
  })

  for (const fault of ['dead', 'rate-limited', 'garbage', 'empty'] as const)
    test(`refuse nobody and let nobody new in while the node is ${fault}`, async () => {
      const cats = await contracts.erc721()
      const visit = await protect((await addGroup(cats.address)).id)
      const [holder, newcomer, other] = [await addPerson(server), await addPerson(server), await addPerson(server)]
      await cats.mintEach([addressOf(holder), addressOf(newcomer)])
      assert.equal(await visit(holder), 200)
      assert.equal(await visit(other), 403)
      node.fault = fault
      const enteredAt = server.clock.now
      for (const minutes of [2, 5, 10, GRACE_MINUTES.standard - 1]) {
        server.clock.now = enteredAt + minutes * 60_000
        assert.deepEqual([await visit(holder), await visit(newcomer), await visit(other)], [200, 503, 503])
        await server.context.background.settled()
      }
      server.clock.now = enteredAt + GRACE_MS
      assert.deepEqual([await visit(holder), await visit(newcomer), await visit(other)], [503, 503, 503])
      node.fault = 'none'
      await server.context.background.settled()
      server.clock.now += VERDICT_UNKNOWN_FRESH_MS + 60_000
      assert.deepEqual([await visit(holder), await visit(newcomer), await visit(other)], [200, 200, 403])
    })

  test('let nobody in for a contract without code', async () => {
    const cats = await contracts.erc721()
    await contracts.removeCode(cats.address)
    const visit = await protect((await addGroup(cats.address)).id)
    assert.equal(await visit(await addPerson(server)), 503)
  })

  test('give the seat of a token to one person at a time', async () => {
    const cats = await contracts.erc721Enumerable()
    const visit = await protect((await addGroup(cats.address, { seats: true })).id)
    const people = [await addPerson(server), await addPerson(server), await addPerson(server)]
    const [first, second, third] = people as [TestPerson, TestPerson, TestPerson]
    await cats.mint(addressOf(first), 7n)
    assert.equal(await visit(first), 200)
    await cats.transfer(addressOf(first), addressOf(second), 7n)
    assert.deepEqual([await visit(second), await visit(first)], [200, 403])
    await cats.transfer(addressOf(second), addressOf(third), 7n)
    server.clock.now += VERDICT_NO_FRESH_MS
    assert.deepEqual([await visit(third), await visit(second), await visit(first)], [200, 403, 403])
  })

  test('decide who may sign up', async () => {
    const cats = await contracts.erc721()
    const { id } = await addGroup(cats.address)
    const settings = JSON.stringify({ registration: 'groups', registrationGroupIds: [id], version: 1 })
    await changeRows(server, "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)", settings)
    const holder = newAccount()
    await cats.mint(holder.address, 3n)
    expectProblem(await signIn(openBrowser(server), newAccount()), 'requirements_not_met')
    node.fault = 'dead'
    expectProblem(await signIn(openBrowser(server), holder), 'access_unknown')
    node.fault = 'none'
    server.clock.now += 60_000
    expectStarted(await signIn(openBrowser(server), holder))
  })
})
