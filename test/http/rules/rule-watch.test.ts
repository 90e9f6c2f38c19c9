/** The events of real contracts reach the people whom they concern. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { VERDICT_YES_FRESH_MS, WATCH_INTERVAL_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { Condition } from '@countersign/contract/rule/rule.ts'
import type { Address } from 'viem'
import { checkVerdicts } from '../../../server/src/rules/verdicts/check-verdicts.ts'
import { createRuleJobs } from '../../../server/src/rules/watch/start-rule-jobs.ts'
import { roleId } from '../../support/chain/access-contracts.ts'
import { type FaultyNode, startFaultyNode } from '../../support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../support/chain/rule-contracts.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { changeRows, readRows } from '../../support/database/rows.ts'
import { ruleOf } from '../../support/rule-fixtures.ts'
import { newAccount } from '../../support/server/http-browser.ts'
import { addPerson, type TestPerson } from '../../support/server/people.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'

const TOKEN = { name: null, symbol: null, decimals: null }
const other = newAccount().address

let chain: Chain
let contracts: RuleContracts
let node: FaultyNode
/** The same chain under the id of Ethereum, where ENS is. */
let mainnet: FaultyNode
let server: TestServer
let jobs: ReturnType<typeof createRuleJobs>

let groups = 0

async function addGroup(condition: Condition, delegations = false): Promise<string> {
  const id = `grp_watch${++groups}`
  const sql = `INSERT INTO people_group (id, name, slug, rule, rule_version, created_at, updated_at, version)
    VALUES (?, 'Holders', ?, ?, 1, 1, 1, 1)`
  await changeRows(server, sql, id, id, JSON.stringify(ruleOf(condition, { delegations })))
  return id
}

async function check(groupId: string, { id }: TestPerson): Promise<string | undefined> {
  const [checked] = await checkVerdicts(server.context, { groupIds: [groupId], personIds: [id] })
  return checked?.outcome
}

/** Lets one interval pass. Returns the requests of the watcher; checks read with other methods, and the head as well. */
async function tick(counted = node): Promise<Record<string, number>> {
  counted.calledMethods.length = 0
  server.clock.now += WATCH_INTERVAL_MS
  await jobs.tick()
  return counted.countMethods()
}

async function readRow(groupId: string, { id }: TestPerson) {
  const sql = 'SELECT outcome FROM rule_verdict WHERE group_id = ? AND person_id = ?'
  const [row] = await readRows(server, sql, groupId, id)
  return row
}

type Case = {
  condition: Condition
  /** Takes away what the person was let in for. */
  lose(): Promise<unknown>
}

const CASES: Record<string, (person: Address) => Promise<Case>> = {
  'an ERC-20 transfer': async (person) => {
    const token = await contracts.erc20()
    await token.mint(person, 10n)
    const at = { chainId: CHAIN_ID, contract: lower(token.address), token: TOKEN }
    return {
      condition: { kind: 'erc20_balance', ...at, min: '10', max: null },
      lose: () => token.transfer(person, other, 1n),
    }
  },
  'an ERC-721 transfer': async (person) => {
    const token = await contracts.erc721()
    await token.mint(person, 7n)
    const at = { chainId: CHAIN_ID, contract: lower(token.address), token: TOKEN }
    return {
      condition: { kind: 'erc721_token', ...at, tokenId: '7' },
      lose: () => token.transfer(person, other, 7n),
    }
  },
  'an ERC-1155 transfer': async (person) => {
    const token = await contracts.erc1155()
    await token.mint(person, 3n, 1n)
    const at = { chainId: CHAIN_ID, contract: lower(token.address), token: TOKEN }
    return {
      condition: { kind: 'erc1155_balance', ...at, tokenIds: ['3'], min: '1', max: null },
      lose: () => token.transfer(person, other, 3n, 1n),
    }
  },
  'a role revoked by AccessControl': async (person) => {
    const contract = await contracts.accessControl()
    const role = roleId('KEEPER')
    await contract.grantRole(role, person)
    const at = { chainId: CHAIN_ID, contract: lower(contract.address), roleName: null }
    return {
      condition: { kind: 'contract_role', ...at, system: 'access_control', role },
      lose: () => contract.revokeRole(role, person),
    }
  },
  'a role revoked by AccessManager': async (person) => {
    const contract = await contracts.accessManager()
    await contract.grantRole(9n, person)
    const at = { chainId: CHAIN_ID, contract: lower(contract.address), roleName: null }
    return {
      condition: { kind: 'contract_role', ...at, system: 'access_manager', role: '9' },
      lose: () => contract.revokeRole(9n, person),
    }
  },
  'an owner removed from a Safe': async (person) => {
    const safe = await contracts.safe(newAccount())
    await safe.addOwner(person)
    return {
      condition: { kind: 'safe_owner', chainId: CHAIN_ID, contract: lower(safe.address) },
      lose: () => safe.removeOwner(person),
    }
  },
  'a hat that was transferred': async (person) => {
    const hats = await contracts.hats()
    await hats.mintHat(5n, person)
    return {
      condition: { kind: 'hat', chainId: CHAIN_ID, contract: lower(hats.address), hatId: '5' },
      lose: () => hats.transferHat(5n, person, other),
    }
  },
  'a hat that was deactivated': async (person) => {
    const hats = await contracts.hats()
    await hats.mintHat(6n, person)
    return {
      condition: { kind: 'hat', chainId: CHAIN_ID, contract: lower(hats.address), hatId: '6' },
      lose: () => hats.setActive(6n, false),
    }
  },
  'a POAP that was transferred': async (person) => {
    const poap = await contracts.poap()
    const tokenId = await poap.mint(44n, person)
    return {
      condition: { kind: 'poap', chainId: CHAIN_ID, contract: lower(poap.address), eventId: '44' },
      lose: () => poap.transfer(person, other, tokenId),
    }
  },
  'a revoked attestation': async (person) => {
    const eas = await contracts.eas()
    const schema = await eas.registerSchema('bool member')
    const uid = await eas.attest({ schema, recipient: person, attester: other })
    const at = { chainId: CHAIN_ID, contract: lower(eas.address), indexer: lower(eas.indexer.address) }
    return {
      condition: { kind: 'attestation', ...at, schema: schema.toLowerCase(), attesters: [lower(other)] },
      lose: () => eas.revoke(schema, uid, other),
    }
  },
  'a .eth name that was transferred': async (person) => {
    const ens = await contracts.ens()
    await ens.register('cats.eth', person)
    return { condition: nameCondition('cats.eth'), lose: () => ens.transfer(person, other, 'cats.eth') }
  },
  'a wrapped name that was transferred': async (person) => {
    const ens = await contracts.ens()
    await ens.registerWrapped('dogs.eth', person)
    return { condition: nameCondition('dogs.eth'), lose: () => ens.transferWrapped(person, other, 'dogs.eth') }
  },
  'a subname with another owner': async (person) => {
    const ens = await contracts.ens()
    await ens.register('birds.eth', other)
    await ens.createName('blue.birds.eth', person)
    return { condition: nameCondition('blue.birds.eth'), lose: () => ens.setOwner('blue.birds.eth', other) }
  },
  'a subname that was given to somebody else by the owner of its parent': async (person) => {
    const ens = await contracts.ens()
    await ens.register('fish.eth', other)
    await ens.createName('red.fish.eth', person)
    return { condition: nameCondition('red.fish.eth'), lose: () => ens.createName('red.fish.eth', other) }
  },
}

const nameCondition = (name: string): Condition => ({ kind: 'ens_name', chainId: 1, names: [name], subnames: false })
const lower = (address: Address) => address.toLowerCase()

forDefaultEngine('the watcher with real contracts', (engine) => {
  before(async () => {
    chain = await startChain()
    contracts = deployRuleContracts(chain)
    node = await startFaultyNode(chain.url)
    mainnet = await startFaultyNode(chain.url, { chainId: 1 })
    const environment = { [`RPC_${CHAIN_ID}`]: node.url, RPC_1: mainnet.url }
    server = await startServer(engine, { environment })
    jobs = createRuleJobs(server.context)
  })
  after(async () => {
    await jobs?.stop()
    await server?.close()
    await node?.stop()
    await mainnet?.stop()
    await chain?.stop()
  })

  for (const [name, prepare] of Object.entries(CASES))
    test(`notices ${name} within one interval`, async () => {
      const person = await addPerson(server)
      const { condition, lose } = await prepare(person.account.address)
      const counted = 'chainId' in condition && condition.chainId === 1 ? mainnet : node
      const groupId = await addGroup(condition)
      assert.equal(await check(groupId, person), 'yes')
      // The events so far are read once more.
      await tick()
      await tick()
      const idle = await tick(counted)
      assert.equal(
        Object.values(idle).reduce((sum, count) => sum + count, 0),
        1,
        JSON.stringify(idle),
      )
      await lose()
      const requests = await tick(counted)
      assert.equal(requests.eth_getLogs, 1)
      assert.equal((await readRow(groupId, person))?.outcome, 'no')
    })

  test('notices a revoked delegation of a vault within one interval', async () => {
    const person = await addPerson(server)
    const vault = newAccount().address
    const registry = await contracts.delegateRegistry()
    const wallet = person.account.address
    await registry.delegateAll({ vault, wallet })
    const token = await contracts.erc20()
    await token.mint(vault, 10n)
    const at = { chainId: CHAIN_ID, contract: lower(token.address), token: TOKEN }
    const groupId = await addGroup({ kind: 'erc20_balance', ...at, min: '10', max: null }, true)
    const sql = `INSERT INTO vault (id, person_id, chain_id, address, added_at, checked_at, active)
      VALUES ('vlt_1', ?, ?, ?, 1, 1, 1)`
    await changeRows(server, sql, person.id, CHAIN_ID, lower(vault))
    assert.equal(await check(groupId, person), 'yes')
    await tick()
    await tick()
    await registry.delegateAll({ vault, wallet, enable: false })
    await tick()
    assert.equal((await readRow(groupId, person))?.outcome, 'no')
  })

  test('goes on after the node was down', async () => {
    const person = await addPerson(server)
    const token = await contracts.erc20()
    await token.mint(person.account.address, 10n)
    const at = { chainId: CHAIN_ID, contract: lower(token.address), token: TOKEN }
    const groupId = await addGroup({ kind: 'erc20_balance', ...at, min: '10', max: null })
    assert.equal(await check(groupId, person), 'yes')
    await tick()
    node.fault = 'dead'
    await token.transfer(person.account.address, other, 10n)
    await tick()
    assert.equal((await readRow(groupId, person))?.outcome, 'yes')
    node.fault = 'none'
    await tick()
    assert.equal((await readRow(groupId, person))?.outcome, 'no')
  })

  test('notices a transfer within five minutes although the node does not serve events', async () => {
    const person = await addPerson(server)
    const token = await contracts.erc20()
    await token.mint(person.account.address, 10n)
    const at = { chainId: CHAIN_ID, contract: lower(token.address), token: TOKEN }
    const groupId = await addGroup({ kind: 'erc20_balance', ...at, min: '10', max: null })
    assert.equal(await check(groupId, person), 'yes')
    node.fault = 'no-logs'
    await token.transfer(person.account.address, other, 10n)
    const soldAt = server.clock.now
    for (const _ of [1, 2]) await tick()
    assert.equal((await readRow(groupId, person))?.outcome, 'yes')
    assert.deepEqual(await readRows(server, 'SELECT chain_id, problem FROM rule_watch ORDER BY chain_id'), [
      { chain_id: 1, problem: null },
      { chain_id: CHAIN_ID, problem: 'JSON-RPC error -32601.' },
    ])
    while ((await readRow(groupId, person))?.outcome === 'yes' && server.clock.now - soldAt <= VERDICT_YES_FRESH_MS)
      await tick()
    node.fault = 'none'
    assert.equal((await readRow(groupId, person))?.outcome, 'no')
    assert.ok(server.clock.now - soldAt < VERDICT_YES_FRESH_MS)
  })

  test('keeps people in while their name migrates to ENSv2, and notices its transfer there within five minutes', async () => {
    const person = await addPerson(server)
    const [ens, v2] = [await contracts.ens(), await contracts.ensV2()]
    const { address } = person.account
    await ens.register('horses.eth', address)
    await v2.reserve('horses.eth')
    const groupId = await addGroup(nameCondition('horses.eth'))
    assert.equal(await check(groupId, person), 'yes')
    for (const _ of [1, 2]) await tick()
    await v2.migrate('horses.eth', address, { owner: address })
    await tick()
    assert.equal(await check(groupId, person), 'unknown')
    assert.equal((await readRow(groupId, person))?.outcome, 'yes')
    await v2.switchResolver()
    assert.equal(await check(groupId, person), 'yes')
    await v2.transfer(v2.eth, address, other, 'horses.eth')
    const soldAt = server.clock.now
    while ((await readRow(groupId, person))?.outcome === 'yes' && server.clock.now - soldAt <= VERDICT_YES_FRESH_MS)
      await tick()
    assert.equal((await readRow(groupId, person))?.outcome, 'no')
    assert.ok(server.clock.now - soldAt < VERDICT_YES_FRESH_MS)
  })
})
