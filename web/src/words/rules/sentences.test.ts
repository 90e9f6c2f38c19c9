import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Condition, ConditionKind, LeafCondition, RuleReason } from '@countersign/contract/rule/rule.ts'
import { reasonProblemSchema } from '@countersign/contract/schemas/rule/rule.ts'
import { describeChecked, describeReason, describeResult } from './reasons.ts'
import { describeCondition, type RuleNames, textOf } from './sentences.ts'

const A = `0x12${'0'.repeat(34)}00cd`
const B = `0xab${'0'.repeat(34)}00ef`
const HASH = `0x9f${'1'.repeat(58)}22aa`

const names: RuleNames = {
  network: (chainId) => ({ 1: 'Ethereum', 100: 'Gnosis', 8453: 'Base' })[chainId] ?? `chain ${chainId}`,
  group: (groupId) => (groupId === 'grp_staff' ? 'Staff' : undefined),
  listSize: (listId) => ({ lst_one: 1, lst_many: 5000, lst_some: 214 })[listId],
  address: (address) => `${address.slice(0, 4)}…${address.slice(-2)}`,
  time: (timestamp) => timestamp.slice(0, 10),
}

/** Names in bold are between asterisks. */
const sentenceOf = (condition: Condition) =>
  describeCondition(condition, names)
    .map(({ text, strong }) => (strong ? `*${text}*` : text))
    .join('')

const cats = { name: 'Cool Cats', symbol: 'CATS', decimals: null }
const unnamed = { name: null, symbol: null, decimals: null }
const at = { chainId: 8453, contract: A }
const erc20 = { kind: 'erc20_balance', ...at, token: { name: 'USD Coin', symbol: 'USDC', decimals: 6 } } as const
const erc721 = { kind: 'erc721_balance', chainId: 1, contract: A, token: cats, min: '1', max: null } as const
const native = { kind: 'native_balance', chainId: 1, min: '500000000000000000', max: null } as const
const inner: Condition[] = [erc721]

/** Keyed by the union: a kind without a test does not compile. */
const SENTENCES: Record<ConditionKind, [Condition, string][]> = {
  all: [[{ kind: 'all', conditions: inner }, 'All of these:']],
  any: [[{ kind: 'any', conditions: inner }, 'Any of these:']],
  at_least: [[{ kind: 'at_least', count: 2, conditions: inner }, 'At least 2 of these:']],
  not: [
    [{ kind: 'not', condition: erc721 }, 'Not:'],
    [{ kind: 'not', condition: { kind: 'any', conditions: [erc721] } }, 'None of these:'],
  ],
  wallet_list: [
    [{ kind: 'wallet_list', listId: 'lst_some' }, 'Is on the wallet list (214 wallets)'],
    [{ kind: 'wallet_list', listId: 'lst_one' }, 'Is on the wallet list (1 wallet)'],
    [{ kind: 'wallet_list', listId: 'lst_many' }, 'Is on the wallet list (5,000 wallets)'],
    [{ kind: 'wallet_list', listId: 'lst_other' }, 'Is on the wallet list'],
  ],
  group: [
    [{ kind: 'group', groupId: 'grp_staff' }, 'Is a member of *Staff*'],
    [{ kind: 'group', groupId: 'grp_other' }, 'Is a member of another group'],
  ],
  role: [
    [{ kind: 'role', roles: ['owner'] }, 'Has the role *Owner*'],
    [{ kind: 'role', roles: ['owner', 'admin'] }, 'Has the role *Owner* or *Admin*'],
    [
      { kind: 'role', roles: ['owner', 'admin', 'auditor', 'member'] },
      'Has the role *Owner*, *Admin*, *Auditor* or *Member*',
    ],
  ],
  wallet_kind: [
    [{ kind: 'wallet_kind', wallet: 'key' }, 'Has linked a standard account'],
    [{ kind: 'wallet_kind', wallet: 'contract' }, 'Has linked a smart account'],
  ],
  time_window: [
    [
      { kind: 'time_window', from: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' },
      'Between 2026-11-01 and 2026-12-01',
    ],
    [{ kind: 'time_window', from: '2026-11-01T00:00:00.000Z', until: null }, 'From 2026-11-01'],
    [{ kind: 'time_window', from: null, until: '2026-12-01T00:00:00.000Z' }, 'Until 2026-12-01'],
  ],
  native_balance: [
    [native, 'Holds at least 0.5 *ETH* (Ethereum)'],
    [{ ...native, chainId: 5000 }, 'Holds at least 0.5 of the native currency of *chain 5000*'],
  ],
  erc20_balance: [
    [{ ...erc20, min: '1500250000', max: null }, 'Holds at least 1,500.25 *USDC* (ERC-20, Base)'],
    [{ ...erc20, min: '1000000', max: '2500000' }, 'Holds between 1 and 2.5 *USDC* (ERC-20, Base)'],
    [
      { ...erc20, token: unnamed, min: '1500', max: null },
      'Holds at least 1,500 of the smallest unit of *0x12…cd* (ERC-20, Base)',
    ],
  ],
  erc721_balance: [
    [erc721, 'Holds at least 1 of *Cool Cats* (ERC-721, Ethereum)'],
    [{ ...erc721, max: '1' }, 'Holds exactly 1 of *Cool Cats* (ERC-721, Ethereum)'],
    [{ ...erc721, token: { ...unnamed, symbol: 'CATS' } }, 'Holds at least 1 of *CATS* (ERC-721, Ethereum)'],
    [{ ...erc721, token: { ...unnamed, name: '' } }, 'Holds at least 1 of *0x12…cd* (ERC-721, Ethereum)'],
  ],
  erc721_token: [
    [{ kind: 'erc721_token', ...at, token: cats, tokenId: '42' }, 'Owns token 42 of *Cool Cats* (ERC-721, Base)'],
  ],
  erc1155_balance: [
    [
      { kind: 'erc1155_balance', ...at, token: cats, min: '2', max: null, tokenIds: ['1', '2', '3'] },
      'Holds at least 2 of *Cool Cats* with token ID 1, 2 or 3 (ERC-1155, Base)',
    ],
    [
      { kind: 'erc1155_balance', ...at, token: cats, min: '2', max: null, tokenIds: ['1', '2', '3', '4', '5'] },
      'Holds at least 2 of *Cool Cats* with token ID 1, 2 or one of 3 others (ERC-1155, Base)',
    ],
  ],
  safe_owner: [[{ kind: 'safe_owner', ...at }, 'Is an owner of the Safe *0x12…cd* on Base']],
  contract_role: [
    [
      { kind: 'contract_role', ...at, system: 'access_control', role: HASH, roleName: 'MINTER_ROLE' },
      'Has the role *MINTER_ROLE* in 0x12…cd (AccessControl, Base)',
    ],
    [
      { kind: 'contract_role', ...at, system: 'access_control', role: HASH, roleName: null },
      'Has the role *0x9f…aa* in 0x12…cd (AccessControl, Base)',
    ],
    [
      { kind: 'contract_role', ...at, system: 'access_manager', role: '7', roleName: null },
      'Has the role *7* in 0x12…cd (AccessManager, Base)',
    ],
  ],
  hat: [
    [
      { kind: 'hat', ...at, hatId: String((1n << 224n) | (2n << 208n) | (3n << 192n)) },
      'Wears hat *1.2.3* (Hats, Base)',
    ],
    [{ kind: 'hat', ...at, hatId: '5' }, 'Wears hat *5* (Hats, Base)'],
  ],
  ens_name: [
    [{ kind: 'ens_name', chainId: 1, names: ['example.eth'], subnames: false }, 'Owns *example.eth*'],
    [
      { kind: 'ens_name', chainId: 1, names: ['example.eth', 'pay.eth'], subnames: false },
      'Owns *example.eth* or *pay.eth*',
    ],
    [
      { kind: 'ens_name', chainId: 1, names: ['example.eth'], subnames: true },
      'Has a primary name below *example.eth*',
    ],
  ],
  attestation: [
    [
      { kind: 'attestation', ...at, indexer: B, schema: HASH, attesters: [A, B] },
      'Has an attestation with schema *0x9f…aa* from 0x12…cd or 0xab…ef (EAS, Base)',
    ],
  ],
  poap: [[{ kind: 'poap', chainId: 100, contract: A, eventId: '123' }, 'Has a POAP of event *123* (Gnosis)']],
  contract_call: [
    [
      { kind: 'contract_call', ...at, method: 'getHasValidKey', returns: 'bool', min: null },
      '*getHasValidKey(wallet)* in 0x12…cd returns true (Base)',
    ],
    [
      { kind: 'contract_call', ...at, method: 'getVotes', returns: 'uint256', min: '5000' },
      '*getVotes(wallet)* in 0x12…cd returns at least 5,000 (Base)',
    ],
  ],
}

describe('describeCondition', () => {
  for (const [kind, cases] of Object.entries(SENTENCES))
    test(`describes ${kind}`, () => {
      for (const [condition, expected] of cases) {
        assert.equal(condition.kind, kind)
        assert.equal(sentenceOf(condition), expected)
        assert.equal(textOf(describeCondition(condition, names)), expected.replaceAll('*', ''))
      }
    })
})

const reasonOf = (fields: Partial<RuleReason>): RuleReason => ({
  path: '/condition',
  outcome: 'no',
  problem: null,
  found: null,
  wallets: [A],
  block: 1,
  ...fields,
})

const reasonText = (condition: LeafCondition, fields: Partial<RuleReason>) =>
  describeReason(condition, reasonOf(fields), names)

describe('describeReason', () => {
  test('compares the amount found with the minimum', () => {
    assert.equal(reasonText(erc721, { found: '0' }), 'Found 0 of 1')
    assert.equal(reasonText({ ...erc20, min: '1500000', max: null }, { found: '500000' }), 'Found 0.5 of 1.5 USDC')
    assert.equal(reasonText(native, { found: '1' }), 'Found 0.000000000000000001 of 0.5 ETH')
    assert.equal(reasonText({ ...erc20, token: unnamed, min: '15', max: null }, { found: '3' }), 'Found 3 of 15')
  })

  test('says what was found if the condition is met', () => {
    assert.equal(reasonText(erc721, { outcome: 'yes', found: '1234' }), 'Found 1,234')
    assert.equal(reasonText({ ...erc20, min: '1', max: null }, { outcome: 'yes', found: '2000000' }), 'Found 2 USDC')
  })

  test('names the maximum that is exceeded', () => {
    assert.equal(reasonText({ ...erc721, max: '5' }, { found: '7' }), 'Found 7, more than 5')
  })

  test('says whether a condition without an amount is met', () => {
    const safe = { kind: 'safe_owner', ...at } as const
    assert.equal(reasonText(safe, { outcome: 'yes' }), 'Met')
    assert.equal(reasonText(safe, {}), 'Not met')
    assert.equal(reasonText({ kind: 'role', roles: ['owner'] }, { wallets: [] }), 'Not met')
  })

  test('says that no wallet counts', () => {
    assert.equal(
      reasonText({ ...erc20, min: '1', max: null }, { wallets: [], found: '0' }),
      'No linked wallet counts on Base',
    )
    assert.equal(reasonText({ kind: 'wallet_kind', wallet: 'key' }, { wallets: [] }), 'No linked wallet counts')
  })

  test('has words for every problem', () => {
    const unknown = (problem: RuleReason['problem']) => reasonText(erc721, { outcome: 'unknown', problem })
    assert.equal(unknown('network_unavailable'), 'Could not be checked: the network didn’t respond')
    assert.equal(unknown(null), 'Could not be checked')
    assert.equal(
      reasonText(erc721, { outcome: 'no', problem: 'seat_taken', found: '1' }),
      'This token already gives another person access',
    )
    for (const problem of reasonProblemSchema.options)
      assert.match(unknown(problem), /^(?:Could not be checked: |This )/)
  })
})

describe('describeResult', () => {
  test('says the outcome once', () => {
    const result = (fields: Partial<RuleReason>) => describeResult(erc721, reasonOf(fields), names)
    assert.equal(result({ outcome: 'no', found: '0' }), 'Not met: found 0 of 1')
    assert.equal(result({ outcome: 'yes', found: '3' }), 'Met: found 3')
    assert.equal(result({ outcome: 'yes', found: null }), 'Met')
    const problem = 'network_unavailable'
    assert.match(result({ outcome: 'unknown', problem, found: null }), /^Could not be checked: the network/)
    assert.match(result({ outcome: 'no', problem: 'seat_taken' }), /^Not met: this token/)
  })
})

describe('describeChecked', () => {
  test('names the wallets and the block', () => {
    const text = (wallets: string[], block: number | null) => describeChecked(reasonOf({ wallets, block }), names)
    assert.equal(text([A, B], 21_412_000), 'Checked 0x12…cd and 0xab…ef at block 21,412,000')
    assert.equal(text([A, B, A], null), 'Checked 0x12…cd, 0xab…ef and 0x12…cd')
    assert.equal(text([A], 7), 'Checked 0x12…cd at block 7')
    assert.equal(text([], 7), undefined)
  })
})

test('uses no words that the brand excludes', () => {
  const never = /\b(?:dApp|Web3|authenticat\w*|login|oops|please|invalid|error occurred)\b/i
  const conditions = Object.values(SENTENCES).flatMap((cases) => cases.map(([condition]) => sentenceOf(condition)))
  const problems = reasonProblemSchema.options.map((problem) => reasonText(erc721, { problem }))
  assert.deepEqual(
    [...conditions, ...problems].filter((sentence) => never.test(sentence)),
    [],
  )
})
