import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Condition } from '@countersign/contract/rule/rule.ts'
import { type Address, stringToHex } from 'viem'
import { accessRuleFor } from '../../support/access-rule.ts'
import { type FaultyNode, startFaultyNode } from '../../support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../support/chain/rule-contracts.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { conditionOf } from '../../support/rule-fixtures.ts'
import { addRuleGroup } from '../../support/rule-groups.ts'
import { newAccount } from '../../support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../support/server/people.ts'
import { expectProblem } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'

type Registry = Awaited<ReturnType<RuleContracts['delegateRegistry']>>

forDefaultEngine('vaults on a real chain', (engine) => {
  let chain: Chain
  let contracts: RuleContracts
  let registry: Registry
  let node: FaultyNode
  let server: TestServer
  let admin: TestPerson
  before(async () => {
    chain = await startChain()
    contracts = deployRuleContracts(chain)
    registry = await contracts.delegateRegistry()
    node = await startFaultyNode(chain.url)
    server = await startServer(engine, { environment: { [`RPC_${CHAIN_ID}`]: node.url } })
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
  })
  after(async () => {
    await server?.close()
    await node?.stop()
    await chain?.stop()
  })

  let person: TestPerson
  let vault: Address
  let wallet: Address
  beforeEach(async () => {
    node.fault = 'none'
    person = await addPerson(server)
    vault = newAccount().address
    wallet = person.account.address
  })

  let hosts = 0
  /** A host for those who meet the condition, also with a vault. */
  async function protect(condition: Condition): Promise<string> {
    const group = await addRuleGroup(server, { condition, delegations: true })
    const host = `site${++hosts}.example`
    const added = await admin.browser.post('/api/admin/hosts', { host, name: 'Site', ...accessRuleFor([group.id]) })
    assert.equal(added.status, 201)
    return host
  }
  const add = () => person.browser.post('/api/me/vaults', { chainId: CHAIN_ID, address: vault })
  const addVault = async () => assert.equal((await add()).status, 201)
  async function check(host: string): Promise<string> {
    // More often than a person may.
    server.context.rates.take = () => undefined
    const { json } = await person.browser.post('/api/me/access/check', { host })
    return (json as { outcome: string }).outcome // a good answer has one
  }
  async function mintToVault() {
    const cats = await contracts.erc721()
    await cats.mint(vault, 7n)
    const contract = cats.address.toLowerCase()
    return {
      cats,
      balance: conditionOf.erc721({ chainId: CHAIN_ID, contract }),
      token: (tokenId: string) => conditionOf.erc721Token({ chainId: CHAIN_ID, contract, tokenId }),
    }
  }

  test('count until they revoke the delegation or lose the token', async () => {
    const { cats, balance } = await mintToVault()
    const host = await protect(balance)
    expectProblem(await add(), 'delegation_missing')
    await registry.delegateAll({ vault, wallet })
    await addVault()
    assert.equal(await check(host), 'yes')
    await registry.delegateAll({ vault, wallet, enable: false })
    // Members are rechecked in the background; another host is checked now.
    const other = await protect(balance)
    assert.equal(await check(other), 'no')
    await registry.delegateAll({ vault, wallet })
    assert.equal(await check(other), 'yes')
    await cats.transfer(vault, newAccount().address, 7n)
    assert.equal(await check(await protect(balance)), 'no')
  })

  test('count for the contract that they delegate', async () => {
    const { cats, balance, token } = await mintToVault()
    const [all, one] = [await protect(balance), await protect(token('7'))]
    const coins = await contracts.erc20()
    await coins.mint(vault, 100n)
    const rich = await protect(
      conditionOf.erc20({ chainId: CHAIN_ID, contract: coins.address.toLowerCase(), min: '100' }),
    )
    await registry.delegateContract({ vault, wallet }, cats.address)
    await addVault()
    assert.deepEqual([await check(all), await check(one), await check(rich)], ['yes', 'yes', 'no'])
  })

  test('count for the token that they delegate, not for others of the contract', async () => {
    const { cats, balance, token } = await mintToVault()
    await cats.mint(vault, 8n)
    const [seven, eight, any] = [await protect(token('7')), await protect(token('8')), await protect(balance)]
    await registry.delegateErc721({ vault, wallet }, cats.address, 7n)
    await addVault()
    assert.deepEqual([await check(seven), await check(eight), await check(any)], ['yes', 'no', 'no'])
  })

  test('do not count with a delegation of an amount or of another right', async () => {
    const coins = await contracts.erc20()
    await coins.mint(vault, 100n)
    await protect(conditionOf.erc20({ chainId: CHAIN_ID, contract: coins.address.toLowerCase(), min: '1' }))
    await registry.delegateErc20({ vault, wallet }, coins.address, 50n)
    expectProblem(await add(), 'delegation_missing')
    await registry.delegateAll({ vault, wallet, rights: stringToHex('airdrop', { size: 32 }) })
    expectProblem(await add(), 'delegation_missing')
    await registry.delegateAll({ vault, wallet, rights: stringToHex('countersign', { size: 32 }) })
    await addVault()
  })

  test('neither let in nor refuse while the registry lies or the node fails', async () => {
    const { balance } = await mintToVault()
    const host = await protect(balance)
    await registry.delegateAll({ vault, wallet })
    await addVault()
    const other = newAccount().address
    for (const fault of ['dead', 'garbage', 'rate-limited', { forged: registry.address, word: 2n }] as const) {
      node.fault = fault
      assert.equal(await check(host), 'unknown', String(fault))
      const added = await person.browser.post('/api/me/vaults', { chainId: CHAIN_ID, address: other })
      expectProblem(added, 'rpc_unavailable')
    }
    node.fault = 'none'
    assert.equal(await check(host), 'yes')
  })

  test('have no delegations where there is no registry', async () => {
    const snapshot = await contracts.takeSnapshot()
    await registry.delegateAll({ vault, wallet })
    await contracts.removeCode(registry.address)
    expectProblem(await add(), 'delegation_missing')
    await contracts.restore(snapshot)
  })
})
