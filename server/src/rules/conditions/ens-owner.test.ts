import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import { encodeFunctionData, type Hex, labelhash, namehash, parseAbi } from 'viem'
import {
  type Answers,
  ME,
  measureWith,
  met,
  NOW,
  OTHER,
  unknown,
  words,
} from '../../../../test/support/scripted-measure.ts'
import { UNIVERSAL_RESOLVER } from '../../networks/rpc/ens.ts'
import type { ReadOutcome } from '../chain-read.ts'
import { ENS_REGISTRAR, ENS_REGISTRY, ENS_WRAPPER } from './ens-owner.ts'

const abi = parseAbi([
  'function owner(bytes32) view returns (address)',
  'function ownerOf(uint256) view returns (address)',
  'function nameExpires(uint256) view returns (uint256)',
  'function ROOT_REGISTRY() view returns (address)',
  'function getSubregistry(string) view returns (address)',
  'function getState(uint256) view returns (uint8,uint64,address,uint256,uint256)',
  'function NAME_WRAPPER() view returns (address)',
])
type Name = (typeof abi)[number]['name']
// Each test passes the arguments of the function it names.
const calldata = (functionName: Name, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])

const owns = (...names: string[]): ChainCondition => ({ kind: 'ens_name', chainId: 1, names, subnames: false })
const registrar = (label: string) => `${ENS_REGISTRAR} ${calldata('ownerOf', BigInt(labelhash(label)))}`
const expiry = (label: string) => `${ENS_REGISTRAR} ${calldata('nameExpires', BigInt(labelhash(label)))}`
const registry = (name: string) => `${ENS_REGISTRY} ${calldata('owner', namehash(name))}`
const wrapper = (name: string) => `${ENS_WRAPPER} ${calldata('ownerOf', BigInt(namehash(name)))}`
const wrapperOf = (address: string) => `${address} ${calldata('NAME_WRAPPER')}`
const ROOT = `${UNIVERSAL_RESOLVER} ${calldata('ROOT_REGISTRY')}`

const SOON = words(BigInt(NOW) / 1000n + 1n)
const reverted: ReadOutcome = { kind: 'reverted', block: 100 }
const noCode: ReadOutcome = { kind: 'no_code', block: 100 }
const down: ReadOutcome = { kind: 'no_answer', problem: 'network_unavailable' }

/** The Universal Resolver serves ENSv1, me.eth has not expired, and the other owner is a wallet. */
const V1: Answers = { [ROOT]: reverted, [expiry('me')]: SOON, [wrapperOf(OTHER)]: noCode }
const measureNames = (condition: ChainCondition, answers: Answers) =>
  measureWith(condition, { ...V1, ...answers }).measured

describe('a name of ENSv1', () => {
  test('belongs to its registrant, wrapped or not', () => {
    assert.deepEqual(measureNames(owns('me.eth'), { [registrar('me')]: words(ME) }), met(true))
    assert.deepEqual(measureNames(owns('me.eth'), { [registrar('me')]: words(OTHER) }), met(false))
    const wrapped = { [registrar('me')]: words(ENS_WRAPPER) }
    assert.deepEqual(measureNames(owns('me.eth'), wrapped), { kind: 'pending' })
    assert.deepEqual(measureNames(owns('me.eth'), { ...wrapped, [wrapper('me.eth')]: words(ME) }), met(true))
    assert.deepEqual(measureNames(owns('me.eth'), { ...wrapped, [wrapper('me.eth')]: words(0) }), met(false))
  })

  test('belongs to nobody when it is free or expired', () => {
    assert.deepEqual(measureNames(owns('me.eth'), { [registrar('me')]: reverted }), met(false))
    const expired = { [registrar('me')]: words(ME), [expiry('me')]: words(BigInt(NOW) / 1000n) }
    assert.deepEqual(measureNames(owns('me.eth'), expired), met(false))
  })

  test('that is free belongs to nobody, whatever its expiry', () => {
    for (const answer of [reverted, '0x', down] as const)
      assert.deepEqual(
        measureNames(owns('me.eth'), { [registrar('me')]: reverted, [expiry('me')]: answer }),
        met(false),
      )
  })

  test('belongs to the owner in the registry under other top-level domains, where nothing expires', () => {
    for (const name of ['us.com', 'us.e.th']) {
      assert.deepEqual(measureNames(owns(name), { [registry(name)]: words(ME) }), met(true))
      assert.deepEqual(measureNames(owns(name), { [registry(name)]: words(OTHER) }), met(false))
      assert.deepEqual(measureNames(owns(name), { [registry(name)]: words(0) }), met(false))
    }
  })

  test('belongs to its owner in the registry while its parent has not expired', () => {
    const condition = owns('a.b.me.eth')
    const owned = { [registry('a.b.me.eth')]: words(ME) }
    assert.deepEqual(measureWith(condition, { [ROOT]: reverted, ...owned }).measured, { kind: 'pending' })
    assert.deepEqual(measureNames(condition, owned), met(true))
    assert.deepEqual(measureNames(condition, { ...owned, [expiry('me')]: words(BigInt(NOW) / 1000n) }), met(false))
    assert.deepEqual(measureNames(condition, { ...owned, [expiry('me')]: words(0) }), met(false))
    const wrapped = { [registry('a.b.me.eth')]: words(ENS_WRAPPER), [wrapper('a.b.me.eth')]: words(ME) }
    assert.deepEqual(measureNames(condition, wrapped), met(true))
  })

  test('is one of several, of which one unknown one makes the outcome unknown only if none is owned', () => {
    const condition = owns('me.eth', 'me.com')
    assert.deepEqual(measureNames(condition, { [registrar('me')]: words(ME) }), { kind: 'pending' })
    const failing: Answers = { [registry('me.com')]: reverted }
    assert.deepEqual(measureNames(condition, { ...failing, [registrar('me')]: words(ME) }), met(true))
    const other = { ...failing, [registrar('me')]: words(OTHER) }
    assert.deepEqual(measureNames(condition, other), unknown('contract_failed'))
  })

  test('is unknown when registry, registrar or wrapper fail', () => {
    for (const answer of ['0x', words(2n ** 160n), words(ME, 0)] as Hex[]) {
      assert.deepEqual(measureNames(owns('me.eth'), { [registrar('me')]: answer }), unknown('contract_failed'))
      assert.deepEqual(measureNames(owns('me.com'), { [registry('me.com')]: answer }), unknown('contract_failed'))
      const wrapped: Answers = { [registrar('me')]: words(ENS_WRAPPER), [wrapper('me.eth')]: answer }
      assert.deepEqual(measureNames(owns('me.eth'), wrapped), unknown('contract_failed'))
    }
    for (const key of [registrar('me'), expiry('me'), ROOT]) {
      const answers: Answers = { [registrar('me')]: words(ME), [key]: down }
      assert.deepEqual(measureNames(owns('me.eth'), answers), unknown('network_unavailable'), key)
    }
    for (const key of [registrar('me'), expiry('me')]) {
      const answers: Answers = { [registrar('me')]: words(ME), [key]: noCode }
      assert.deepEqual(measureNames(owns('me.eth'), answers), unknown('no_code'), key)
    }
    const other = { [registrar('me')]: words(OTHER), [wrapperOf(OTHER)]: down }
    assert.deepEqual(measureNames(owns('me.eth'), other), unknown('network_unavailable'))
  })

  test('counts on a chain without the Universal Resolver', () => {
    assert.deepEqual(measureNames(owns('me.eth'), { [registrar('me')]: words(ME), [ROOT]: noCode }), met(true))
    assert.deepEqual(measureNames(owns('me.eth'), { [registrar('me')]: words(OTHER), [ROOT]: noCode }), met(false))
  })

  test('is asked for in one round, and in one more about an owner that may be a migration contract', () => {
    const keysOf = (answers: Answers) =>
      measureWith(owns('me.eth'), answers).asked.map((read) => (read.kind === 'call' ? `${read.to} ${read.data}` : ''))
    assert.deepEqual(keysOf({}), [ROOT, registrar('me'), expiry('me')])
    assert.deepEqual(keysOf({ ...V1, [registrar('me')]: words(ME) }), [ROOT, registrar('me'), expiry('me')])
    const other = { ...V1, [registrar('me')]: words(OTHER) }
    assert.deepEqual(keysOf(other), [ROOT, registrar('me'), expiry('me'), wrapperOf(OTHER)])
  })
})

describe('a name that ENSv1 has handed to a migration contract', () => {
  const migrated: Answers = { [registrar('me')]: words(OTHER), [wrapperOf(OTHER)]: words(ENS_WRAPPER) }

  test('is unknown until ENSv2 knows it', () => {
    assert.deepEqual(measureNames(owns('me.eth'), migrated), unknown('contract_failed'))
    assert.deepEqual(measureNames(owns('me.eth'), { ...migrated, [ROOT]: noCode }), unknown('contract_failed'))
    const locked: Answers = { ...migrated, [registrar('me')]: words(ENS_WRAPPER), [wrapper('me.eth')]: words(OTHER) }
    assert.deepEqual(measureNames(owns('me.eth'), locked), unknown('contract_failed'))
    const below: Answers = { ...migrated, [registry('sub.me.eth')]: words(OTHER) }
    assert.deepEqual(measureNames(owns('sub.me.eth'), below), unknown('contract_failed'))
  })

  test('belongs to nobody if it had expired before', () => {
    const cleared = words(2n ** 64n - 1n - 90n * 86_400n)
    assert.deepEqual(measureNames(owns('me.eth'), { ...migrated, [expiry('me')]: cleared }), met(false))
    const below: Answers = { [registry('sub.me.eth')]: words(ME), [expiry('me')]: cleared }
    assert.deepEqual(measureNames(owns('sub.me.eth'), below), met(false))
  })

  for (const [title, answer] of Object.entries({
    'reverts when it is asked for the wrapper': reverted,
    'answers with another wrapper': words(OTHER),
    'answers with nothing': '0x',
    'answers with two words': words(ENS_WRAPPER, 0),
  } satisfies Record<string, Hex | ReadOutcome>))
    test(`is somebody else's if the contract ${title}`, () => {
      assert.deepEqual(measureNames(owns('me.eth'), { ...migrated, [wrapperOf(OTHER)]: answer }), met(false))
    })
})

describe('a name of ENSv2', () => {
  const [ROOT_REGISTRY, ETH, MINE] = ['0x70', '0xe7', '0x3e'].map((byte) => `0x${byte.slice(2).repeat(20)}`) as [
    string,
    string,
    string,
  ]
  const below = (at: string, label: string) => `${at} ${calldata('getSubregistry', label)}`
  const state = (at: string, label: string) => `${at} ${calldata('getState', BigInt(labelhash(label)))}`
  const [available, reserved, registered] = [0, 1, 2]
  const entry = (status: number, owner: string | number, expires: bigint | number = 9) =>
    words(status, expires, owner, 7, 7)
  /** Of a person who owns nothing in ENSv1. */
  const V2: Answers = {
    ...{ [ROOT]: words(ROOT_REGISTRY), [below(ROOT_REGISTRY, 'eth')]: words(ETH) },
    [registrar('me')]: reverted,
  }
  const measureV2 = (condition: ChainCondition, answers: Answers) => measureNames(condition, { ...V2, ...answers })

  test('belongs to the owner of its token, whatever ENSv1 says', () => {
    const mine = { [state(ETH, 'me')]: entry(registered, ME) }
    const other = { [state(ETH, 'me')]: entry(registered, OTHER) }
    for (const answer of [reverted, words(OTHER), words(ME), '0x', noCode] as const) {
      assert.deepEqual(measureV2(owns('me.eth'), { ...mine, [registrar('me')]: answer }), met(true))
      assert.deepEqual(measureV2(owns('me.eth'), { ...other, [registrar('me')]: answer }), met(false))
    }
  })

  test('belongs to nobody once it has expired', () => {
    const expired = { [state(ETH, 'me')]: entry(available, ME) }
    assert.deepEqual(measureV2(owns('me.eth'), expired), met(false))
    assert.deepEqual(measureV2(owns('me.eth'), { ...expired, [registrar('me')]: words(ME) }), met(false))
    const given = { [state(ETH, 'me')]: entry(available, 0) }
    assert.deepEqual(measureV2(owns('me.eth'), { ...given, [registrar('me')]: words(ME) }), met(false))
  })

  test('belongs to its owner in ENSv1 while or after it is reserved, or if ENSv2 does not have it', () => {
    for (const answers of [
      { [state(ETH, 'me')]: entry(reserved, 0) },
      { [state(ETH, 'me')]: entry(available, 0, 0) },
      { [state(ETH, 'me')]: words(available, 9, 0, 7n << 32n, 7) },
      { [below(ROOT_REGISTRY, 'eth')]: words(0) },
    ]) {
      assert.deepEqual(measureV2(owns('me.eth'), { ...answers, [registrar('me')]: words(ME) }), met(true))
      assert.deepEqual(measureV2(owns('me.eth'), { ...answers, [registrar('me')]: words(OTHER) }), met(false))
      assert.deepEqual(measureV2(owns('me.eth'), answers), met(false))
      const migrated: Answers = { ...answers, [registrar('me')]: words(OTHER), [wrapperOf(OTHER)]: words(ENS_WRAPPER) }
      assert.deepEqual(measureV2(owns('me.eth'), migrated), unknown('contract_failed'))
    }
  })

  test('below a migrated name belongs to its owner in the registry of its parent, else in ENSv1', () => {
    const inV1 = { [registry('sub.me.eth')]: words(ME) }
    const parent = { ...inV1, [below(ETH, 'me')]: words(MINE) }
    const mine = { ...parent, [state(MINE, 'sub')]: entry(registered, ME) }
    assert.deepEqual(measureV2(owns('sub.me.eth'), mine), met(true))
    const other = { ...parent, [state(MINE, 'sub')]: entry(registered, OTHER) }
    assert.deepEqual(measureV2(owns('sub.me.eth'), other), met(false))
    const absent = { ...parent, [state(MINE, 'sub')]: entry(available, 0, 0) }
    assert.deepEqual(measureV2(owns('sub.me.eth'), absent), met(true))
    assert.deepEqual(measureV2(owns('sub.me.eth'), { ...inV1, [below(ETH, 'me')]: words(0) }), met(true))
  })

  test('is looked up label by label', () => {
    const condition = owns('a.b.me.eth')
    const steps: Answers = {
      [below(ETH, 'me')]: words(MINE),
      [below(MINE, 'b')]: words(OTHER),
      [state(OTHER, 'a')]: entry(registered, ME),
      [registry('a.b.me.eth')]: words(0),
    }
    assert.deepEqual(measureV2(condition, steps), met(true))
    for (const step of Object.keys(steps).slice(0, 3)) {
      const { [step]: missing, ...others } = steps
      assert.ok(missing)
      assert.deepEqual(measureV2(condition, others), { kind: 'pending' }, step)
    }
  })

  const malformed: Record<string, Hex> = {
    nothing: '0x',
    'one word': words(2),
    'four words': words(registered, 9, ME, 7),
    'six words': words(registered, 9, ME, 7, 7, 7),
    'an unknown status': entry(3, ME),
    'a status beyond a byte': words(2n ** 255n, 9, ME, 7, 7),
    'an owner with other bits': words(registered, 9, 2n ** 160n, 7, 7),
    'an expiry beyond 64 bits': entry(registered, ME, 2n ** 64n),
    'a registered name without an owner': entry(registered, 0),
  }
  for (const [title, answer] of Object.entries(malformed))
    test(`is unknown when its registry answers with ${title}`, () => {
      for (const owner of [ME, OTHER]) {
        const answers = { [state(ETH, 'me')]: answer, [registrar('me')]: words(owner) }
        assert.deepEqual(measureV2(owns('me.eth'), answers), unknown('contract_failed'))
      }
    })

  const failures: Record<string, [answer: Hex | ReadOutcome, problem: Parameters<typeof unknown>[0]]> = {
    reverts: [reverted, 'contract_failed'],
    'has no code': [noCode, 'no_code'],
    'cannot be reached': [down, 'network_unavailable'],
    'answers with nothing': ['0x', 'contract_failed'],
  }
  for (const [title, [answer, problem]] of Object.entries(failures))
    test(`is unknown when a registry ${title}`, () => {
      for (const [key, name] of [
        [state(ETH, 'me'), 'me.eth'],
        [below(ROOT_REGISTRY, 'eth'), 'me.eth'],
        [below(ETH, 'me'), 'sub.me.eth'],
      ] as const)
        for (const owner of [ME, OTHER]) {
          const inV1 = { [registrar('me')]: words(owner), [registry('sub.me.eth')]: words(owner) }
          assert.deepEqual(measureV2(owns(name), { ...inV1, [key]: answer }), unknown(problem), key)
        }
    })

  test('is unknown when the Universal Resolver has no root, or a malformed one', () => {
    for (const answer of ['0x', words(0), words(2n ** 160n), words(ETH, 0)] as Hex[]) {
      const answers = { [ROOT]: answer, [registrar('me')]: words(ME) }
      assert.deepEqual(measureV2(owns('me.eth'), answers), unknown('contract_failed'))
    }
  })
})
