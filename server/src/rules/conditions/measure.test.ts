import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ITEMS_PER_WALLET_MAX } from '@countersign/contract/limits/rule-limits.ts'
import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import {
  type Answers,
  ME,
  measureWith,
  met,
  NOW,
  OTHER,
  unknown,
  word,
  words,
} from '../../../../test/support/scripted-measure.ts'
import { keyOfRead, type ReadOutcome } from '../chain-read.ts'
import type { MeasureResult } from '../evaluation/measure-result.ts'

const CONTRACT = `0x${'c0'.repeat(20)}` as const
const INDEXER = `0x${'1d'.repeat(20)}` as const
const HASH = `0x${'ab'.repeat(32)}` as const
const onChain = { chainId: 10, contract: CONTRACT, token: { name: null, symbol: null, decimals: null } }
const range = { min: '1', max: null }

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function tokenOfOwnerByIndex(address,uint256) view returns (uint256)',
  'function isOwner(address) view returns (bool)',
  'function isWearerOfHat(address,uint256) view returns (bool)',
  'function getReceivedAttestationUIDs(address,bytes32,uint256,uint256,bool) view returns (bytes32[])',
  'function getAttestation(bytes32) view returns (bytes32)',
  'function tokenDetailsOfOwnerByIndex(address,uint256) view returns (uint256,uint256)',
  'function getVotes(address) view returns (uint256)',
])
type Name = (typeof abi)[number]['name']
// Each test passes the arguments of the function it names.
const calldata = (functionName: Name, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])
const idCall = parseAbi(['function balanceOf(address,uint256) view returns (uint256)'])
const balanceOfId = (id: bigint) => encodeFunctionData({ abi: idCall, args: [ME, id] })
const controlRole = parseAbi(['function hasRole(bytes32,address) view returns (bool)'])
const managedRole = parseAbi(['function hasRole(uint64,address) view returns (bool,uint32)'])

const uids = (count: number): Hex[] => Array.from({ length: count }, (_, index) => words(index + 1))
const listOf = (hashes: Hex[]) => encodeAbiParameters(parseAbiParameters('bytes32[]'), [hashes])

const amountOf = (amount: bigint): MeasureResult => ({ kind: 'amount', amount, block: 100 })
/** A condition of one read: its calldata, answers with what they mean, and answers that mean nothing. */
type SingleRead = {
  condition: ChainCondition
  key: string
  meanings: [answer: Hex, measured: MeasureResult][]
  malformed: Hex[]
}

const BOOLEANS: [Hex, MeasureResult][] = [
  [words(1), met(true)],
  [words(0), met(false)],
]
const NO_BOOLEANS: Hex[] = ['0x', words(2), words(2n ** 255n), words(1, 0), `${words(1)}00`]
const AMOUNTS: [Hex, MeasureResult][] = [
  [words(0), amountOf(0n)],
  [words(5), amountOf(5n)],
  [words(2n ** 256n - 1n), amountOf(2n ** 256n - 1n)],
]
const NO_AMOUNTS: Hex[] = ['0x', '0x05', words(5, 0), `${words(5)}00`]
const at = (data: Hex) => `${CONTRACT} ${data}`
const base = { chainId: 10, contract: CONTRACT }

const SINGLE_READS: Record<string, SingleRead> = {
  native_balance: {
    condition: { kind: 'native_balance', chainId: 10, ...range },
    key: `balance ${ME}`,
    meanings: AMOUNTS,
    malformed: NO_AMOUNTS,
  },
  erc20_balance: {
    condition: { kind: 'erc20_balance', ...onChain, ...range },
    key: at(calldata('balanceOf', ME)),
    meanings: AMOUNTS,
    malformed: NO_AMOUNTS,
  },
  erc721_balance: {
    condition: { kind: 'erc721_balance', ...onChain, ...range },
    key: at(calldata('balanceOf', ME)),
    meanings: AMOUNTS,
    malformed: NO_AMOUNTS,
  },
  erc1155_balance: {
    condition: { kind: 'erc1155_balance', ...onChain, ...range, tokenIds: ['7'] },
    key: at(balanceOfId(7n)),
    meanings: AMOUNTS,
    malformed: NO_AMOUNTS,
  },
  safe_owner: {
    condition: { kind: 'safe_owner', ...base },
    key: at(calldata('isOwner', ME)),
    meanings: BOOLEANS,
    malformed: NO_BOOLEANS,
  },
  'contract_role of AccessControl': {
    condition: { kind: 'contract_role', ...base, system: 'access_control', role: HASH, roleName: null },
    key: at(encodeFunctionData({ abi: controlRole, args: [HASH, ME] })),
    meanings: BOOLEANS,
    malformed: NO_BOOLEANS,
  },
  'contract_role of AccessManager': {
    condition: { kind: 'contract_role', ...base, system: 'access_manager', role: '42', roleName: null },
    key: at(encodeFunctionData({ abi: managedRole, args: [42n, ME] })),
    meanings: [
      [words(1, 0), met(true)],
      [words(1, 86_400), met(true)],
      [words(0, 0), met(false)],
    ],
    malformed: ['0x', words(1), words(2, 0), words(1, 2n ** 32n), words(1, 0, 0)],
  },
  hat: {
    condition: { kind: 'hat', ...base, hatId: String(2n ** 224n) },
    key: at(calldata('isWearerOfHat', ME, 2n ** 224n)),
    meanings: BOOLEANS,
    malformed: NO_BOOLEANS,
  },
  'contract_call of a bool': {
    condition: { kind: 'contract_call', ...base, method: 'getHasValidKey', returns: 'bool', min: null },
    key: at(`${toFunctionSelector('getHasValidKey(address)')}${word(ME)}`),
    meanings: BOOLEANS,
    malformed: NO_BOOLEANS,
  },
  'contract_call of a number': {
    condition: { kind: 'contract_call', ...base, method: 'getVotes', returns: 'uint256', min: '3' },
    key: at(calldata('getVotes', ME)),
    meanings: AMOUNTS,
    malformed: NO_AMOUNTS,
  },
  erc721_token: {
    condition: { kind: 'erc721_token', ...onChain, tokenId: '7' },
    key: at(calldata('ownerOf', 7n)),
    meanings: [
      [words(ME), met(true)],
      [words(OTHER), met(false)],
      [words(0), met(false)],
    ],
    malformed: ['0x', words(2n ** 160n + BigInt(ME)), words(ME, 0), `0x${ME.slice(2)}`],
  },
}

for (const [kind, { condition, key, meanings, malformed }] of Object.entries(SINGLE_READS))
  describe(kind, () => {
    test('is pending until its read is answered', () => {
      const { measured, asked } = measureWith(condition, {}, { blocksAgo: 50 })
      assert.deepEqual(measured, { kind: 'pending' })
      assert.equal(asked.length, 1)
      assert.equal(asked[0]?.blocksAgo, 50)
    })

    for (const [answer, expected] of meanings)
      test(`is ${'amount' in expected ? expected.amount : 'met' in expected && expected.met} for ${answer}`, () => {
        assert.deepEqual(measureWith(condition, { [key]: answer }).measured, expected)
      })

    for (const answer of malformed)
      test(`is unknown for ${answer.slice(0, 90)}`, () => {
        assert.deepEqual(measureWith(condition, { [key]: answer }).measured, unknown('contract_failed'))
      })

    for (const problem of ['network_missing', 'network_unavailable', 'endpoints_disagree'] as const)
      test(`is unknown for ${problem}`, () => {
        const answers: Answers = { [key]: { kind: 'no_answer', problem } }
        assert.deepEqual(measureWith(condition, answers).measured, unknown(problem))
      })

    test('is unknown without code', () => {
      const answers: Answers = { [key]: { kind: 'no_code', block: 100 } }
      assert.deepEqual(measureWith(condition, answers).measured, unknown('no_code'))
    })

    test(
      kind === 'erc721_token' ? 'is not met for a token that nobody owns' : 'is unknown when the call reverts',
      () => {
        const answers: Answers = { [key]: { kind: 'reverted', block: 100 } }
        const expected = kind === 'erc721_token' ? met(false) : unknown('contract_failed')
        assert.deepEqual(measureWith(condition, answers).measured, expected)
      },
    )
  })

describe('safe_owner', () => {
  const condition: ChainCondition = { kind: 'safe_owner', ...base }

  test('is met by the Safe itself, as a contract wallet on that chain only', () => {
    const answers = { [at(calldata('isOwner', CONTRACT))]: words(0) }
    const measureFor = (chainId: number | null) =>
      measureWith(condition, answers, { address: CONTRACT, chainId }).measured
    assert.deepEqual([measureFor(10), measureFor(1), measureFor(null)], [met(true), met(false), met(false)])
  })
})

describe('contract_role', () => {
  test('is unknown for a role that AccessManager cannot have', () => {
    const role = { ...base, system: 'access_manager', role: HASH, roleName: null } as const
    assert.deepEqual(measureWith({ kind: 'contract_role', ...role }, {}).measured, unknown('contract_failed'))
  })
})

describe('tokens of a seat', () => {
  const condition: ChainCondition = { kind: 'erc721_balance', ...onChain, ...range }
  const balance = (count: bigint | number) => ({ [at(calldata('balanceOf', ME))]: words(count) })
  const tokenAt = (index: number) => at(calldata('tokenOfOwnerByIndex', ME, BigInt(index)))

  test('are listed by index, all in one round', () => {
    const { measured, asked } = measureWith(condition, balance(3), { withTokens: true })
    assert.deepEqual([measured, asked.length], [{ kind: 'pending' }, 4])
    const answers = { ...balance(2), [tokenAt(0)]: words(7), [tokenAt(1)]: words(2n ** 256n - 1n) }
    assert.deepEqual(measureWith(condition, answers, { withTokens: true }).measured, {
      ...amountOf(2n),
      tokens: ['7', String(2n ** 256n - 1n)],
    })
    assert.deepEqual(measureWith(condition, balance(0), { withTokens: true }).measured, { ...amountOf(0n), tokens: [] })
  })

  test('are unknown without ERC-721 Enumerable, or when there are too many', () => {
    const answers: Answers = { ...balance(1), [tokenAt(0)]: { kind: 'reverted', block: 100 } }
    assert.deepEqual(measureWith(condition, answers, { withTokens: true }).measured, unknown('contract_failed'))
    for (const count of [ITEMS_PER_WALLET_MAX + 1, 2n ** 256n - 1n])
      assert.deepEqual(measureWith(condition, balance(count), { withTokens: true }).measured, unknown('too_many_items'))
  })

  test('are the token itself when it is owned', () => {
    const token: ChainCondition = { kind: 'erc721_token', ...onChain, tokenId: '7' }
    const key = at(calldata('ownerOf', 7n))
    const tokensFor = (owner: string) => measureWith(token, { [key]: words(owner) }, { withTokens: true }).measured
    assert.deepEqual(tokensFor(ME), { ...met(true), tokens: ['7'] })
    assert.deepEqual(tokensFor(OTHER), { ...met(false), tokens: [] })
  })
})

describe('erc1155_balance', () => {
  const condition: ChainCondition = { kind: 'erc1155_balance', ...onChain, ...range, tokenIds: ['7', '8', '7'] }

  test('adds the balances of its ids, each once', () => {
    const answers = { [at(balanceOfId(7n))]: words(3), [at(balanceOfId(8n))]: words(2n ** 256n - 1n) }
    const { measured, asked } = measureWith(condition, answers)
    assert.deepEqual(measured, amountOf(2n ** 256n + 2n))
    assert.equal(asked.length, 2)
  })

  test('is unknown when one balance is', () => {
    const answers: Answers = { [at(balanceOfId(7n))]: words(3), [at(balanceOfId(8n))]: { kind: 'reverted', block: 1 } }
    assert.deepEqual(measureWith(condition, answers).measured, unknown('contract_failed'))
  })
})

describe('poap', () => {
  const condition: ChainCondition = { kind: 'poap', ...base, eventId: '5' }
  const key = at(calldata('balanceOf', ME))
  const detailsAt = (index: number) => at(calldata('tokenDetailsOfOwnerByIndex', ME, BigInt(index)))
  const collection = (count: number, eventOf: (index: number) => number): Answers => ({
    [key]: words(count),
    ...Object.fromEntries(
      Array.from({ length: Math.min(count, ITEMS_PER_WALLET_MAX) }, (_, index) => [
        detailsAt(index),
        words(index + 1000, eventOf(index)),
      ]),
    ),
  })

  test('is met by a token of the event, and not by others or none', () => {
    assert.deepEqual(
      measureWith(
        condition,
        collection(3, (index) => index + 3),
      ).measured,
      met(true),
    )
    assert.deepEqual(
      measureWith(
        condition,
        collection(2, (index) => index + 3),
      ).measured,
      met(false),
    )
    assert.deepEqual(
      measureWith(
        condition,
        collection(0, () => 5),
      ).measured,
      met(false),
    )
  })

  test('is pending in two rounds', () => {
    assert.deepEqual(measureWith(condition, {}).measured, { kind: 'pending' })
    const { measured, asked } = measureWith(condition, { [key]: words(3), [detailsAt(0)]: words(1, 5) })
    assert.deepEqual([measured, asked.length], [{ kind: 'pending' }, 4])
  })

  test('is unknown when no token matches and one cannot be read, or there are too many', () => {
    const broken = (answer: Hex | ReadOutcome) => ({ ...collection(2, () => 4), [detailsAt(1)]: answer })
    for (const answer of ['0x', words(1), words(1, 5, 0), { kind: 'reverted', block: 100 }] as const)
      assert.deepEqual(measureWith(condition, broken(answer)).measured, unknown('contract_failed'))
    const many = ITEMS_PER_WALLET_MAX + 1
    assert.deepEqual(
      measureWith(
        condition,
        collection(many, () => 4),
      ).measured,
      unknown('too_many_items'),
    )
    assert.deepEqual(
      measureWith(
        condition,
        collection(many, (index) => (index === 199 ? 5 : 4)),
      ).measured,
      met(true),
    )
    for (const [answer, problem] of [
      [{ kind: 'no_code', block: 1 }, 'no_code'],
      [{ kind: 'reverted', block: 1 }, 'contract_failed'],
      [{ kind: 'no_answer', problem: 'network_unavailable' }, 'network_unavailable'],
    ] as const)
      assert.deepEqual(measureWith(condition, { [key]: answer }).measured, unknown(problem))
  })
})

describe('attestation', () => {
  const ATTESTER = `0x${'a7'.repeat(20)}` as const
  const condition: ChainCondition = {
    kind: 'attestation',
    ...base,
    indexer: INDEXER,
    schema: HASH,
    attesters: [OTHER, ATTESTER],
  }
  const list = calldata('getReceivedAttestationUIDs', ME, HASH, 0n, BigInt(ITEMS_PER_WALLET_MAX), true)
  const fields = {
    uid: uids(1)[0] ?? HASH,
    schema: HASH as Hex,
    time: 1n,
    expires: 0n,
    revoked: 0n,
    refUid: `0x${word(0)}` as Hex,
    recipient: ME as Hex,
    attester: ATTESTER as Hex,
    revocable: true,
    data: `0x${'77'.repeat(40)}` as Hex,
  }
  const components = parseAbiParameters(
    '(bytes32 uid, bytes32 schema, uint64 time, uint64 expires, uint64 revoked, bytes32 refUid, address recipient, address attester, bool revocable, bytes data)',
  )
  const attestation = (changes: Partial<typeof fields> = {}) =>
    encodeAbiParameters(components, [{ ...fields, ...changes }])
  const received = (...items: (Hex | ReadOutcome)[]): Answers => ({
    [`${INDEXER} ${list}`]: listOf(uids(items.length)),
    ...Object.fromEntries(
      items.map((item, index) => [at(calldata('getAttestation', uids(items.length)[index])), item]),
    ),
  })
  const measureItems = (...items: (Hex | ReadOutcome)[]) => measureWith(condition, received(...items)).measured
  const SECONDS = BigInt(NOW / 1000)

  test('is met by a valid attestation of a named attester', () => {
    assert.deepEqual(measureItems(attestation()), met(true))
    assert.deepEqual(measureItems(attestation({ attester: OTHER, data: '0x', revocable: false })), met(true))
    assert.deepEqual(measureItems(attestation({ expires: SECONDS + 1n })), met(true))
    assert.deepEqual(measureItems(), met(false))
  })

  for (const [title, changes] of Object.entries({
    'of somebody else': { attester: ME as Hex },
    'of the zero address': { attester: `0x${'0'.repeat(40)}` as Hex },
    'for somebody else': { recipient: OTHER as Hex },
    'of another schema': { schema: `0x${'ac'.repeat(32)}` as Hex },
    'with another UID': { uid: HASH as Hex },
    'that was revoked': { revoked: 1n },
    'that expires now': { expires: SECONDS },
    'that expired': { expires: 1n },
  }))
    test(`is not met by an attestation ${title}`, () => {
      assert.deepEqual(measureItems(attestation(changes)), met(false))
      const second = attestation({ uid: uids(2)[1] ?? HASH })
      assert.deepEqual(measureItems(attestation(changes), second), met(true))
    })

  test('is unknown when none is met and one cannot be read', () => {
    const encoded = attestation()
    for (const answer of [
      '0x',
      encoded.slice(0, -64),
      `${encoded}${word(0)}`,
      encoded.replace(word(ATTESTER), word(2n ** 160n + BigInt(ATTESTER))),
      attestation({ expires: 2n }).replace(word(2), word(2n ** 64n)),
      { kind: 'reverted', block: 100 },
    ] as (Hex | ReadOutcome)[])
      assert.deepEqual(measureItems(answer), unknown('contract_failed'))
    assert.deepEqual(measureItems({ kind: 'no_answer', problem: 'endpoints_disagree' }), unknown('endpoints_disagree'))
    assert.deepEqual(measureItems({ kind: 'no_code', block: 1 }), unknown('no_code'))
  })

  test('is pending in two rounds', () => {
    assert.deepEqual(measureWith(condition, {}).measured, { kind: 'pending' })
    const { measured, asked } = measureWith(condition, { [`${INDEXER} ${list}`]: listOf(uids(3)) })
    assert.deepEqual([measured, asked.length], [{ kind: 'pending' }, 4])
  })

  test('is unknown when the list is full and nothing in it counts', () => {
    const spam = (count: number) =>
      Array.from({ length: count }, (_, i) => attestation({ uid: uids(count)[i] ?? HASH, attester: ME }))
    assert.deepEqual(measureItems(...spam(ITEMS_PER_WALLET_MAX)), unknown('too_many_items'))
    assert.deepEqual(measureItems(...spam(ITEMS_PER_WALLET_MAX - 1)), met(false))
  })

  test('is unknown when the indexer fails', () => {
    const measureList = (answer: Hex | ReadOutcome) =>
      measureWith(condition, { [`${INDEXER} ${list}`]: answer }).measured
    for (const answer of ['0x', words(32), words(32, 5), words(32, 2n ** 256n - 1n), listOf(uids(201))] as Hex[])
      assert.deepEqual(measureList(answer), unknown('contract_failed'))
    assert.deepEqual(measureList({ kind: 'reverted', block: 1 }), unknown('contract_failed'))
    assert.deepEqual(measureList({ kind: 'no_code', block: 1 }), unknown('no_code'))
  })
})

test('reads of equal conditions have equal keys', () => {
  const condition: ChainCondition = { kind: 'erc20_balance', ...onChain, ...range }
  const [one, two] = [measureWith(condition, {}).asked[0], measureWith({ ...condition, min: '9' }, {}).asked[0]]
  assert.ok(one && two)
  assert.equal(keyOfRead(one), keyOfRead(two))
})
