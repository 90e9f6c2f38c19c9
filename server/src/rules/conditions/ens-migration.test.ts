/** What becomes of names when they migrate to ENSv2, on a chain with contracts that have its functions. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { RuleOutcome } from '@countersign/contract/schemas/rule/rule.ts'
import { type Address, type Hex, labelhash } from 'viem'
import { openChainReader } from '../../../../test/support/chain/chain-reader.ts'
import { type FaultyNode, startFaultyNode } from '../../../../test/support/chain/faulty-node.ts'
import { type Chain, startChain } from '../../../../test/support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../../../test/support/chain/rule-contracts.ts'
import { ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { newAccount } from '../../../../test/support/server/http-browser.ts'
import { createEvaluator } from '../evaluation/evaluate.ts'
import { measure } from './measure.ts'

const DAY_SECONDS = 24 * 60 * 60
const YEAR_SECONDS = 365 * DAY_SECONDS

let chain: Chain
let mainnet: FaultyNode
let contracts: RuleContracts
let ens: Awaited<ReturnType<RuleContracts['ens']>>
let v2: Awaited<ReturnType<RuleContracts['ensV2']>>
let alice: Address
let bob: Address
let snapshot: Hex

before(async () => {
  chain = await startChain()
  contracts = deployRuleContracts(chain)
  mainnet = await startFaultyNode(chain.url, { chainId: 1 })
  ens = await contracts.ens()
  v2 = await contracts.ensV2()
})
after(async () => {
  await mainnet?.stop()
  await chain?.stop()
})
beforeEach(async () => {
  if (snapshot) await contracts.restore(snapshot)
  snapshot = await contracts.takeSnapshot()
  alice = newAccount().address
  bob = newAccount().address
})

type Outcomes = { alice: RuleOutcome; bob: RuleOutcome }

/** Whether each of them is in a group whose members own the name. */
async function outcomesFor(name: string): Promise<Outcomes> {
  const now = Number(await contracts.getTimestamp()) * 1000
  const { readChain, clock } = openChainReader({ 1: [mainnet.url] })
  clock.now = now
  const evaluate = createEvaluator({ readChain, measure, findLists: async () => new Map(), now: () => now })
  const subjects = [alice, bob].map((address) => ({
    ...{ personId: null, role: null, groupIds: [] },
    holders: [{ address: address.toLowerCase(), chainId: null, linkedAt: 0, vault: false }],
  }))
  const rule = ruleOf({ kind: 'ens_name', chainId: 1, names: [name], subnames: false })
  const [first, second] = await evaluate(rule, subjects)
  return { alice: first?.outcome ?? 'unknown', bob: second?.outcome ?? 'unknown' }
}

const idOf = (name: string) => BigInt(labelhash(name.replace('.eth', '')))

const ALICE: Outcomes = { alice: 'yes', bob: 'no' }
const BOB: Outcomes = { alice: 'no', bob: 'yes' }
const NOBODY: Outcomes = { alice: 'no', bob: 'no' }
const UNKNOWN: Outcomes = { alice: 'unknown', bob: 'unknown' }

/** Registered to Alice in ENSv1, and reserved for her in ENSv2. */
async function registerReserved(name: string, seconds?: number): Promise<void> {
  await ens.register(name, alice, seconds)
  await v2.reserve(name)
}

async function migrated(name: string, to: { owner?: Address; subregistry?: Address } = {}): Promise<void> {
  await registerReserved(name)
  await v2.migrate(name, alice, { owner: alice, ...to })
}

describe('before ENSv2 is in use', () => {
  test('a name belongs to its owner in ENSv1', async () => {
    await registerReserved('cats.eth')
    assert.deepEqual(await outcomesFor('cats.eth'), ALICE)
  })

  test('a name that was migrated already is unknown, until the Universal Resolver serves ENSv2', async () => {
    await migrated('cats.eth')
    await ens.registerLocked('dogs.eth', alice)
    await v2.reserve('dogs.eth')
    await v2.migrateLocked('dogs.eth', alice, { owner: alice })
    assert.deepEqual([await outcomesFor('cats.eth'), await outcomesFor('dogs.eth')], [UNKNOWN, UNKNOWN])
    await v2.switchResolver()
    assert.deepEqual([await outcomesFor('cats.eth'), await outcomesFor('dogs.eth')], [ALICE, ALICE])
  })
})

describe('a name', () => {
  beforeEach(() => v2.switchResolver())

  test('that is never migrated belongs to its owner in ENSv1', async () => {
    await registerReserved('cats.eth')
    await ens.register('birds.eth', alice)
    assert.deepEqual([await outcomesFor('cats.eth'), await outcomesFor('birds.eth')], [ALICE, ALICE])
    await ens.transfer(alice, bob, 'cats.eth')
    assert.deepEqual(await outcomesFor('cats.eth'), BOB)
  })

  test('that was not wrapped stays with its owner', async () => {
    await migrated('cats.eth')
    const inV1 = await ens.registrar.read<Address>('ownerOf', [idOf('cats.eth')])
    assert.equal(inV1.toLowerCase(), v2.graveyard.address.toLowerCase())
    assert.deepEqual(await outcomesFor('cats.eth'), ALICE)
  })

  test('that was wrapped stays with its owner', async () => {
    await ens.registerWrapped('cats.eth', alice)
    await v2.reserve('cats.eth')
    assert.deepEqual(await outcomesFor('cats.eth'), ALICE)
    await v2.migrateUnlocked('cats.eth', alice, { owner: alice })
    assert.deepEqual(await outcomesFor('cats.eth'), ALICE)
  })

  test('that was locked stays with its owner', async () => {
    await ens.registerLocked('cats.eth', alice)
    await v2.reserve('cats.eth')
    assert.deepEqual(await outcomesFor('cats.eth'), ALICE)
    await v2.migrateLocked('cats.eth', alice, { owner: alice })
    assert.deepEqual(await outcomesFor('cats.eth'), ALICE)
  })

  test('goes to the owner that is named when it migrates', async () => {
    await migrated('cats.eth', { owner: bob })
    assert.deepEqual(await outcomesFor('cats.eth'), BOB)
  })

  test('that is transferred after it was migrated leaves its owner', async () => {
    await migrated('cats.eth')
    await v2.transfer(v2.eth, alice, bob, 'cats.eth')
    assert.deepEqual(await outcomesFor('cats.eth'), BOB)
  })

  test('that is transferred to a contract leaves its owner', async () => {
    await registerReserved('cats.eth')
    const safe = await contracts.safe(newAccount())
    await ens.transfer(alice, safe.address, 'cats.eth')
    assert.deepEqual(await outcomesFor('cats.eth'), NOBODY)
    for (const deploy of [contracts.hostile.burnsGas, contracts.hostile.answersNothing]) {
      const name = `${deploy.name}.eth`
      await registerReserved(name)
      await ens.transfer(alice, await deploy(), name)
      assert.deepEqual(await outcomesFor(name), NOBODY)
    }
  })

  test('expires in ENSv2 only, once it is there', async () => {
    await ens.register('cats.eth', alice, 30 * DAY_SECONDS)
    await v2.reserve('cats.eth')
    await v2.migrate('cats.eth', alice, { owner: alice })
    await v2.renew('cats.eth', (await contracts.getTimestamp()) + BigInt(YEAR_SECONDS))
    await contracts.increaseTime(60 * DAY_SECONDS)
    await assert.rejects(ens.registrar.read('ownerOf', [idOf('cats.eth')]))
    assert.deepEqual(await outcomesFor('cats.eth'), ALICE)
    await contracts.increaseTime(YEAR_SECONDS)
    assert.deepEqual(await outcomesFor('cats.eth'), NOBODY)
    await v2.register(v2.eth, 'cats.eth', bob)
    assert.deepEqual(await outcomesFor('cats.eth'), BOB)
  })

  test('that expires without being migrated belongs to nobody, also when the Graveyard takes it', async () => {
    await registerReserved('cats.eth', DAY_SECONDS)
    await ens.createName('white.cats.eth', alice)
    assert.deepEqual(await outcomesFor('white.cats.eth'), ALICE)
    await contracts.increaseTime(2 * DAY_SECONDS)
    assert.deepEqual(await outcomesFor('cats.eth'), NOBODY)
    await v2.clear('cats.eth')
    for (const name of ['cats.eth', 'white.cats.eth']) assert.deepEqual(await outcomesFor(name), NOBODY)
    await contracts.increaseTime(100 * DAY_SECONDS)
    for (const name of ['cats.eth', 'white.cats.eth']) assert.deepEqual(await outcomesFor(name), NOBODY)
  })

  test('that was handed over and is not registered yet is unknown', async () => {
    await registerReserved('cats.eth')
    await v2.beginMigration('cats.eth', alice)
    assert.deepEqual(await outcomesFor('cats.eth'), UNKNOWN)
    await ens.register('birds.eth', alice)
    await v2.beginMigration('birds.eth', alice)
    assert.deepEqual(await outcomesFor('birds.eth'), UNKNOWN)
  })

  test('that is registered in ENSv2 belongs to its owner there', async () => {
    await v2.register(v2.eth, 'cats.eth', alice)
    assert.deepEqual(await outcomesFor('cats.eth'), ALICE)
    assert.deepEqual(await outcomesFor('nobody.eth'), NOBODY)
  })

  test('of another top-level domain belongs to its owner in ENSv1', async () => {
    await ens.setOwner('alice.com', alice)
    assert.deepEqual(await outcomesFor('alice.com'), ALICE)
  })
})

describe('a name below a migrated one', () => {
  beforeEach(async () => {
    await v2.switchResolver()
    await ens.register('cats.eth', bob)
    await v2.reserve('cats.eth')
  })

  test('stays with its owner in ENSv1', async () => {
    await ens.createName('white.cats.eth', alice)
    await v2.migrate('cats.eth', bob, { owner: bob })
    assert.deepEqual(await outcomesFor('white.cats.eth'), ALICE)
    const registry = await v2.deployRegistry()
    await v2.setSubregistry('cats.eth', registry.address)
    assert.deepEqual(await outcomesFor('white.cats.eth'), ALICE)
  })

  test('goes to whom the registry of its parent gives it', async () => {
    await ens.createName('white.cats.eth', alice)
    const registry = await v2.deployRegistry()
    await v2.migrate('cats.eth', bob, { owner: bob, subregistry: registry.address })
    await v2.register(registry, 'white.cats.eth', alice)
    assert.deepEqual(await outcomesFor('white.cats.eth'), ALICE)
    await v2.transfer(registry, alice, bob, 'white.cats.eth')
    assert.deepEqual(await outcomesFor('white.cats.eth'), BOB)
  })

  test('stays with its owner while it is wrapped and does not belong to its parent', async () => {
    await ens.registerLocked('dogs.eth', bob)
    await v2.reserve('dogs.eth')
    await ens.createEmancipated('black.dogs.eth', alice)
    await v2.migrateLocked('dogs.eth', bob, { owner: bob })
    assert.deepEqual(await outcomesFor('black.dogs.eth'), ALICE)
    const registry = await v2.registryOf('dogs.eth')
    await ens.transferWrapped(alice, v2.graveyard.address, 'black.dogs.eth')
    assert.deepEqual(await outcomesFor('black.dogs.eth'), UNKNOWN)
    await v2.register(registry, 'black.dogs.eth', alice)
    assert.deepEqual(await outcomesFor('black.dogs.eth'), ALICE)
  })

  test('is unknown when the registry of its parent is no contract, or another one', async () => {
    await ens.createName('white.cats.eth', alice)
    await v2.migrate('cats.eth', bob, { owner: bob })
    for (const address of [bob, v2.graveyard.address]) {
      await v2.setSubregistry('cats.eth', address)
      assert.deepEqual(await outcomesFor('white.cats.eth'), UNKNOWN)
    }
  })
})

describe('a migrated name is unknown', () => {
  beforeEach(async () => {
    await v2.switchResolver()
    await migrated('cats.eth')
  })

  test('while the registry of ENSv2 fails', async () => {
    const { revertsAlways, burnsGas, loopsForever, answersNothing, answersBytes, answersWord } = contracts.hostile
    const hostile = [
      revertsAlways,
      burnsGas,
      loopsForever,
      answersNothing,
      () => answersBytes(1000),
      () => answersWord(2n),
    ]
    for (const deploy of hostile) {
      await contracts.copyCode(await deploy(), v2.eth.address)
      assert.deepEqual(await outcomesFor('cats.eth'), UNKNOWN, deploy.name)
    }
  })

  test('without a contract at the address of the registry', async () => {
    await contracts.removeCode(v2.eth.address)
    assert.deepEqual(await outcomesFor('cats.eth'), UNKNOWN)
  })

  test('on a chain without the Universal Resolver, where ENSv1 decides about others', async () => {
    await ens.register('birds.eth', alice)
    await contracts.removeCode(ens.universalResolver.address)
    assert.deepEqual([await outcomesFor('cats.eth'), await outcomesFor('birds.eth')], [UNKNOWN, ALICE])
  })

  for (const fault of ['dead', 'garbage', 'rate-limited', 'empty'] as const)
    test(`while the endpoint has this fault: ${fault}`, async () => {
      mainnet.fault = fault
      try {
        assert.deepEqual(await outcomesFor('cats.eth'), UNKNOWN)
      } finally {
        mainnet.fault = 'none'
      }
    })
})
