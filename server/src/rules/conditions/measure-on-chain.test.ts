import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import { type Address, type Hex, zeroAddress, zeroHash } from 'viem'
import { roleId } from '../../../../test/support/chain/access-contracts.ts'
import { openChainReader } from '../../../../test/support/chain/chain-reader.ts'
import { type FaultyNode, startFaultyNode } from '../../../../test/support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../../../test/support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../../../test/support/chain/rule-contracts.ts'
import { addressOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { newAccount } from '../../../../test/support/server/http-browser.ts'
import { type ChainRead, keyOfRead, type ReadOutcome } from '../chain-read.ts'
import { createEvaluator } from '../evaluation/evaluate.ts'
import type { MeasureResult } from '../evaluation/measure-result.ts'
import { measure } from './measure.ts'

const MAINNET = 1
const token = { name: null, symbol: null, decimals: null }
const range = { min: '1', max: null }
const lower = (address: Address) => address.toLowerCase() as Address

let chain: Chain
let contracts: RuleContracts
/** The same chain as Ethereum mainnet, for ENS. */
let mainnet: FaultyNode
let alice: Address
let bob: Address
let hostile: Record<'reverts' | 'burns' | 'loops' | 'long' | 'nothing' | 'word', Address>

before(async () => {
  chain = await startChain()
  contracts = deployRuleContracts(chain)
  mainnet = await startFaultyNode(chain.url, { chainId: MAINNET })
  hostile = {
    reverts: await contracts.hostile.revertsAlways(),
    burns: await contracts.hostile.burnsGas(),
    loops: await contracts.hostile.loopsForever(),
    long: await contracts.hostile.answersBytes(1_000_000),
    nothing: await contracts.hostile.answersNothing(),
    word: await contracts.hostile.answersWord(2n ** 200n),
  }
})
after(async () => {
  await mainnet?.stop()
  await chain?.stop()
})
beforeEach(() => {
  alice = lower(newAccount().address)
  bob = lower(newAccount().address)
})

type Options = { blocksAgo?: number; withTokens?: boolean; chainId?: number | null; now?: number }

/** Reads in rounds, as the evaluator does. */
async function measureFor(condition: ChainCondition, address: Address, options: Options = {}): Promise<MeasureResult> {
  const { blocksAgo = 0, withTokens = false, chainId = null, now = Date.now() } = options
  const { readChain, clock } = openChainReader({ [CHAIN_ID]: [chain.url], [MAINNET]: [mainnet.url] })
  clock.now = now
  const read = readChain.pin()
  const known = new Map<string, ReadOutcome>()
  for (let round = 0; round < 6; round++) {
    const missing: ChainRead[] = []
    const holder = { address, chainId, linkedAt: 0, vault: false }
    const measured = measure(condition, holder, { blocksAgo, withTokens, now }, (one) => {
      const outcome = known.get(keyOfRead(one))
      if (!outcome) missing.push(one)
      return outcome
    })
    if (measured.kind !== 'pending') return measured
    const outcomes = await read(missing)
    for (const [index, one] of missing.entries()) {
      const outcome = outcomes[index]
      if (outcome) known.set(keyOfRead(one), outcome)
    }
  }
  throw new Error('It is still pending')
}

/** The amount, whether it is met, or the problem. */
async function found(
  condition: ChainCondition,
  address: Address,
  options?: Options,
): Promise<bigint | boolean | string> {
  const measured = await measureFor(condition, address, options)
  if (measured.kind === 'amount') return measured.amount
  if (measured.kind === 'met') return measured.met
  return measured.kind === 'unknown' ? measured.problem : measured.kind
}

const at = (contract: Address) => ({ chainId: CHAIN_ID, contract: lower(contract) })

describe('tokens', () => {
  test('native balance', async () => {
    await contracts.setBalance(alice, 12n)
    const condition: ChainCondition = { kind: 'native_balance', chainId: CHAIN_ID, ...range }
    assert.deepEqual([await found(condition, alice), await found(condition, bob)], [12n, 0n])
    assert.equal(await found({ ...condition, chainId: 77 }, alice), 'network_missing')
  })

  test('ERC-20, now and some blocks ago', async () => {
    const coin = await contracts.erc20()
    const condition: ChainCondition = { kind: 'erc20_balance', ...at(coin.address), token, ...range }
    await coin.mint(alice, 10n)
    await coin.transfer(alice, bob, 4n)
    assert.deepEqual([await found(condition, alice), await found(condition, bob)], [6n, 4n])
    assert.deepEqual(
      [await found(condition, alice, { blocksAgo: 1 }), await found(condition, bob, { blocksAgo: 1 })],
      [10n, 0n],
    )
    assert.equal(await found(condition, alice, { blocksAgo: 3 }), 'no_code')
  })

  test('ERC-20 behind a proxy that is paused', async () => {
    const coin = await contracts.upgradeableToken()
    const condition: ChainCondition = { kind: 'erc20_balance', ...at(coin.address), token, ...range }
    await coin.mint(alice, 2n)
    assert.equal(await found(condition, alice), 2n)
    await coin.upgradeToPaused()
    assert.equal(await found(condition, alice), 'contract_failed')
  })

  test('ERC-721 balance, with tokens where they can be listed', async () => {
    const [plain, listed] = [await contracts.erc721(), await contracts.erc721Enumerable()]
    const conditionOf = (contract: Address): ChainCondition => ({
      kind: 'erc721_balance',
      ...at(contract),
      token,
      ...range,
    })
    for (const cats of [plain, listed]) for (const id of [5n, 2n ** 255n]) await cats.mint(alice, id)
    assert.deepEqual(
      [await found(conditionOf(plain.address), alice), await found(conditionOf(plain.address), bob)],
      [2n, 0n],
    )
    assert.equal(await found(conditionOf(plain.address), alice, { withTokens: true }), 'contract_failed')
    const measured = await measureFor(conditionOf(listed.address), alice, { withTokens: true })
    assert.deepEqual('tokens' in measured && measured.tokens, ['5', String(2n ** 255n)])
  })

  test('ERC-721 token, sold and burned', async () => {
    const cats = await contracts.erc721()
    const condition: ChainCondition = { kind: 'erc721_token', ...at(cats.address), token, tokenId: '7' }
    assert.equal(await found(condition, alice), false)
    await cats.mint(alice, 7n)
    assert.deepEqual([await found(condition, alice), await found(condition, bob)], [true, false])
    await cats.transfer(alice, bob, 7n)
    assert.deepEqual([await found(condition, alice), await found(condition, bob)], [false, true])
    await cats.burn(7n)
    assert.equal(await found(condition, bob), false)
  })

  test('ERC-1155 of several ids', async () => {
    const items = await contracts.erc1155()
    await items.mintBatch(alice, [1n, 2n, 3n], [3n, 4n, 5n])
    const condition: ChainCondition = {
      kind: 'erc1155_balance',
      ...at(items.address),
      token,
      ...range,
      tokenIds: ['1', '3', '9'],
    }
    assert.deepEqual([await found(condition, alice), await found(condition, bob)], [8n, 0n])
  })
})

describe('memberships', () => {
  test('owner of a Safe, and the Safe itself', async () => {
    const owner = newAccount()
    const safe = await contracts.safe(owner)
    const condition: ChainCondition = { kind: 'safe_owner', ...at(safe.address) }
    assert.deepEqual([await found(condition, lower(owner.address)), await found(condition, alice)], [true, false])
    assert.equal(await found(condition, lower(safe.address), { chainId: CHAIN_ID }), true)
    await safe.addOwner(alice)
    await safe.removeOwner(owner.address)
    assert.deepEqual([await found(condition, lower(owner.address)), await found(condition, alice)], [false, true])
  })

  test('roles of AccessControl and AccessManager', async () => {
    const control = await contracts.accessControl()
    const role = roleId('MEMBER_ROLE')
    const controlled: ChainCondition = {
      kind: 'contract_role',
      ...at(control.address),
      system: 'access_control',
      role,
      roleName: null,
    }
    await control.grantRole(role, alice)
    assert.deepEqual([await found(controlled, alice), await found(controlled, bob)], [true, false])

    const manager = await contracts.accessManager()
    const managed: ChainCondition = { ...controlled, ...at(manager.address), system: 'access_manager', role: '42' }
    await manager.grantRole(42n, alice, 3600)
    assert.deepEqual([await found(managed, alice), await found(managed, bob)], [true, false])
    assert.equal(await found({ ...managed, contract: lower(control.address) }, alice), 'contract_failed')
  })

  test('hat, also with a module that burns gas', async () => {
    const hats = await contracts.hats()
    const hatId = 1n << 224n
    const condition: ChainCondition = { kind: 'hat', ...at(hats.address), hatId: String(hatId) }
    await hats.mintHat(hatId, alice)
    assert.deepEqual([await found(condition, alice), await found(condition, bob)], [true, false])
    await hats.setEligibility(hatId, hostile.burns)
    // Whatever the contract concludes, it must have had the gas to conclude it.
    const answer = await hats.isWearerOfHat(alice, hatId).catch(() => 'contract_failed')
    assert.equal(await found(condition, alice), answer)
  })

  test('contract call that returns a bool or a number', async () => {
    const lock = await contracts.lock()
    const valid: ChainCondition = {
      kind: 'contract_call',
      ...at(lock.address),
      method: 'getHasValidKey',
      returns: 'bool',
      min: null,
    }
    const key = await lock.grantKey(alice)
    assert.deepEqual([await found(valid, alice), await found(valid, bob)], [true, false])
    await lock.expireKey(key)
    assert.equal(await found(valid, alice), false)

    const votes = await contracts.votes()
    const voting: ChainCondition = { ...valid, ...at(votes.address), method: 'getVotes', returns: 'uint256', min: '1' }
    await votes.mint(alice, 5n)
    await votes.delegate(alice, bob)
    assert.deepEqual([await found(voting, alice), await found(voting, bob)], [0n, 5n])
    assert.equal(await found({ ...voting, method: 'doesNotExist' }, alice), 'contract_failed')
  })

  test('POAP of an event', async () => {
    const poap = await contracts.poap()
    const condition: ChainCondition = { kind: 'poap', ...at(poap.address), eventId: '70' }
    await poap.mint(69n, alice)
    const id = await poap.mint(70n, alice)
    await poap.mint(71n, bob)
    assert.deepEqual([await found(condition, alice), await found(condition, bob)], [true, false])
    await poap.transfer(alice, bob, id)
    assert.deepEqual([await found(condition, alice), await found(condition, bob)], [false, true])
  })
})

describe('attestations', () => {
  test('count when they are valid and of a named attester', async () => {
    const eas = await contracts.eas()
    const schema = await eas.registerSchema('bool member')
    const attester = lower(newAccount().address)
    const now = Number(await contracts.getTimestamp()) * 1000
    const condition: ChainCondition = {
      kind: 'attestation',
      ...at(eas.address),
      indexer: lower(eas.indexer.address),
      schema,
      attesters: [attester],
    }
    const isMet = (address: Address, later = 0) => found(condition, address, { now: now + later })
    assert.equal(await isMet(alice), false)
    await eas.attest({ schema, recipient: alice, attester: bob })
    await eas.attest({ schema, recipient: alice, attester, indexed: false })
    assert.equal(await isMet(alice), false)
    const uid = await eas.attest({ schema, recipient: alice, attester })
    assert.deepEqual([await isMet(alice), await isMet(bob)], [true, false])
    await eas.revoke(schema, uid, attester)
    assert.equal(await isMet(alice), false)
    const hour = 3600
    await eas.attest({ schema, recipient: bob, attester, expires: BigInt(now / 1000 + hour) })
    assert.deepEqual([await isMet(bob), await isMet(bob, hour * 1000)], [true, false])
    assert.equal(await found({ ...condition, schema: zeroHash }, alice), false)
    assert.equal(await found({ ...condition, indexer: alice }, alice), 'no_code')
    assert.equal(await found({ ...condition, contract: hostile.reverts }, bob), 'contract_failed')
  })
})

describe('ENS names', () => {
  const exact = (...names: string[]): ChainCondition => ({ kind: 'ens_name', chainId: MAINNET, names, subnames: false })
  const below = (...names: string[]): ChainCondition => ({ kind: 'ens_name', chainId: MAINNET, names, subnames: true })

  test('are unknown without ENS', async () => {
    assert.equal(await found(exact('nobody.eth'), alice), 'no_code')
    assert.equal(await found(below('nobody.eth'), alice), 'no_code')
  })

  test('belong to their registrant, wrapped or not', async () => {
    const ens = await contracts.ens()
    await ens.register('alice.eth', alice)
    assert.deepEqual([await found(exact('alice.eth'), alice), await found(exact('alice.eth'), bob)], [true, false])
    assert.equal(await found(exact('free.eth'), alice), false)
    assert.equal(await found(exact('free.eth', 'alice.eth'), alice), true)
    await ens.transfer(alice, bob, 'alice.eth')
    assert.deepEqual([await found(exact('alice.eth'), alice), await found(exact('alice.eth'), bob)], [false, true])
    await ens.registerWrapped('wrapped.eth', alice)
    assert.deepEqual([await found(exact('wrapped.eth'), alice), await found(exact('wrapped.eth'), bob)], [true, false])
    await ens.setOwner('sub.alice.eth', alice)
    await ens.setOwner('alice.com', alice)
    assert.equal(await found(exact('sub.alice.eth'), alice), true)
    assert.equal(await found(exact('sub.alice.eth'), bob), false)
    assert.equal(await found(exact('alice.com'), alice), true)
    assert.equal(await found(exact('sub.nobody.eth'), alice), false)
  })

  test('below a name count when they are the primary name', async () => {
    const ens = await contracts.ens()
    await ens.setPrimaryName(alice, 'alice.dao.eth')
    await ens.setPrimaryName(bob, 'bob.dao.eth', alice)
    assert.deepEqual([await found(below('dao.eth'), alice), await found(below('dao.eth'), bob)], [true, false])
    assert.equal(await found(below('other.eth'), alice), false)
    assert.equal(await found(below('dao.eth'), lower(newAccount().address)), false)
    assert.equal(await found(below('dao.eth'), alice), true)
    await ens.setResolver('alice.dao.eth', zeroAddress)
    assert.equal(await found(below('dao.eth'), alice), false)
    await ens.setResolver('alice.dao.eth', alice)
    assert.equal(await found(below('dao.eth'), alice), false)
    await ens.setResolver('alice.dao.eth', hostile.reverts)
    assert.equal(await found(below('dao.eth'), alice), 'contract_failed')
  })

  test('that are off-chain are unknown', async () => {
    const ens = await contracts.ens()
    const offchain = await ens.deployOffchainResolver()
    await ens.setPrimaryName(alice, 'alice.dao.eth')
    await ens.setResolver('alice.dao.eth', offchain.address)
    assert.equal(await found(below('dao.eth'), alice), 'contract_failed')
    await ens.setResolver(`${bob.slice(2)}.addr.reverse`, offchain.address)
    assert.equal(await found(below('dao.eth'), bob), 'contract_failed')
  })
})

describe('contracts that fail', () => {
  const HASH: Hex = `0x${'01'.repeat(32)}`
  const conditionsAt = (contract: Address): ChainCondition[] => [
    { kind: 'erc20_balance', ...at(contract), token, ...range },
    { kind: 'erc721_balance', ...at(contract), token, ...range },
    { kind: 'erc1155_balance', ...at(contract), token, ...range, tokenIds: ['1', '2'] },
    { kind: 'safe_owner', ...at(contract) },
    { kind: 'contract_role', ...at(contract), system: 'access_control', role: HASH, roleName: null },
    { kind: 'contract_role', ...at(contract), system: 'access_manager', role: '1', roleName: null },
    { kind: 'hat', ...at(contract), hatId: '1' },
    { kind: 'attestation', ...at(contract), indexer: lower(contract), schema: HASH, attesters: [lower(contract)] },
    { kind: 'poap', ...at(contract), eventId: '1' },
    { kind: 'contract_call', ...at(contract), method: 'isMember', returns: 'bool', min: null },
  ]

  for (const name of ['reverts', 'burns', 'loops', 'long', 'nothing'] as const)
    test(`are unknown when they do this: ${name}`, async () => {
      for (const condition of conditionsAt(hostile[name]))
        assert.equal(await found(condition, alice), 'contract_failed', condition.kind)
    })

  test('are unknown when they answer with another type', async () => {
    const typed = conditionsAt(hostile.word).filter(({ kind }) => !kind.endsWith('_balance'))
    for (const condition of typed) assert.equal(await found(condition, alice), 'contract_failed', condition.kind)
    const seats = { kind: 'erc721_balance', ...at(hostile.word), token, ...range } as const
    assert.equal(await found(seats, alice, { withTokens: true }), 'too_many_items')
    // A lack of gas does not say that nobody owns the token.
    for (const address of [hostile.burns, hostile.loops])
      assert.equal(await found({ kind: 'erc721_token', ...at(address), token, tokenId: '1' }, alice), 'contract_failed')
    const owned = { kind: 'erc721_token', ...at(hostile.word), token, tokenId: '1' } as const
    assert.equal(await found(owned, alice), 'contract_failed')
  })

  test('are unknown without code', async () => {
    const token721 = { kind: 'erc721_token', ...at(alice), token, tokenId: '1' } as const
    for (const condition of [...conditionsAt(alice), token721])
      assert.equal(await found(condition, alice), 'no_code', condition.kind)
  })

  test('are unknown while the endpoint is dead', async () => {
    mainnet.fault = 'dead'
    try {
      const others: ChainCondition[] = [
        { kind: 'native_balance', chainId: MAINNET, ...range },
        { kind: 'erc721_token', ...at(alice), token, tokenId: '1' },
        { kind: 'ens_name', chainId: MAINNET, names: ['a.eth'], subnames: false },
        { kind: 'ens_name', chainId: MAINNET, names: ['a.eth'], subnames: true },
      ]
      for (const condition of [...conditionsAt(alice), ...others])
        assert.equal(await found({ ...condition, chainId: MAINNET }, alice), 'network_unavailable', condition.kind)
    } finally {
      mainnet.fault = 'none'
    }
  })
})

test('a rule of three conditions is decided for a thousand people in few requests', async () => {
  const coin = await contracts.erc20()
  const cats = await contracts.erc721()
  const items = await contracts.erc1155()
  const conditions: ChainCondition[] = [
    { kind: 'erc20_balance', ...at(coin.address), token, ...range },
    { kind: 'erc721_balance', ...at(cats.address), token, ...range },
    { kind: 'erc1155_balance', ...at(items.address), token, ...range, tokenIds: ['9'] },
  ]
  await coin.mint(alice, 1n)
  await cats.mint(alice, 1n)
  await items.mint(alice, 9n)
  await cats.mint(bob, 2n)
  const { readChain, chains } = openChainReader({ [CHAIN_ID]: [chain.url] })
  const evaluate = createEvaluator({ readChain, measure, findLists: async () => new Map(), now: Date.now })
  const others = Array.from({ length: 998 }, (_, index) => addressOf(index + 2 ** 33))
  const subjects = [alice, bob, ...others].map((address) => ({
    personId: null,
    role: null,
    groupIds: [],
    holders: [{ address, chainId: null, linkedAt: 0, vault: false }],
  }))
  const evaluations = await evaluate(ruleOf({ kind: 'all', conditions }), subjects)
  assert.deepEqual(
    evaluations.map(({ outcome }) => outcome),
    ['yes', ...Array(999).fill('no')],
  )
  assert.ok(chains.requestCount <= 18, `${chains.requestCount} requests`)
})
