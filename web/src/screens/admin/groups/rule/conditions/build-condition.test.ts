import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeafCondition } from '@countersign/contract/rule/rule.ts'
import { conditionSchema } from '@countersign/contract/schemas/rule/rule.ts'
import { conditions as words } from '../../../../../words/admin/conditions.ts'
import { buildCondition, roleHash } from './build-condition.ts'
import { type ConditionValues, newCondition, noLabel, valuesOfCondition } from './condition-values.ts'
import { betterKind, knownContract, type LeafKind } from './known-contracts.ts'

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const contract = ADDRESS.toLowerCase()
const place = { chainId: 8453, contract }
const token = { name: 'USD Coin', symbol: 'USDC', decimals: 6 }
const ID = '01JCQ2Z8Y7ABCDEFGHJKMNPQRS'
const hash = `0x${'ab'.repeat(32)}`

const leaves: LeafCondition[] = [
  { kind: 'wallet_list', listId: `lst_${ID}` },
  { kind: 'group', groupId: `grp_${ID}` },
  { kind: 'role', roles: ['admin', 'owner'] },
  { kind: 'wallet_kind', wallet: 'contract' },
  { kind: 'time_window', from: '2026-01-01T10:00:00.000Z', until: null },
  { kind: 'native_balance', chainId: 1, min: '1500000000000000000', max: null },
  { kind: 'erc20_balance', ...place, token, min: '2500000', max: '10000000' },
  { kind: 'erc721_balance', ...place, token: noLabel, min: '1', max: null },
  { kind: 'erc721_token', ...place, token: noLabel, tokenId: '0' },
  { kind: 'erc1155_balance', ...place, token: noLabel, min: '2', max: null, tokenIds: ['1', '7'] },
  { kind: 'safe_owner', ...place },
  { kind: 'contract_role', ...place, system: 'access_control', role: hash, roleName: null },
  { kind: 'contract_role', ...place, system: 'access_manager', role: '7', roleName: null },
  { kind: 'hat', ...place, hatId: (1n << 224n).toString() },
  { kind: 'ens_name', chainId: 1, names: ['example.eth', 'team.example.eth'], subnames: true },
  { kind: 'attestation', ...place, indexer: contract, schema: hash, attesters: [contract] },
  { kind: 'poap', ...place, eventId: '14' },
  { kind: 'contract_call', ...place, method: 'getVotes', returns: 'uint256', min: '5' },
  { kind: 'contract_call', ...place, method: 'isMember', returns: 'bool', min: null },
]

test('turns every kind of condition into values and back', () => {
  for (const leaf of leaves) {
    const built = buildCondition(valuesOfCondition(leaf), 'token' in leaf ? leaf.token : noLabel)
    assert.deepEqual(built, { condition: leaf })
    assert.ok(conditionSchema.safeParse(leaf).success, leaf.kind)
  }
})

test('reports the required fields of every kind', () => {
  const missing = Object.fromEntries(leaves.map(({ kind }) => [kind, Object.keys(errorsOf(newCondition(kind))).sort()]))
  assert.deepEqual(missing, {
    wallet_list: ['csv'],
    group: ['groupId'],
    role: ['roles'],
    wallet_kind: [],
    time_window: ['from'],
    native_balance: ['chainId', 'min'],
    erc20_balance: ['chainId', 'contract', 'min'],
    erc721_balance: ['chainId', 'contract'],
    erc721_token: ['chainId', 'contract', 'tokenId'],
    erc1155_balance: ['chainId', 'contract', 'tokenIds'],
    safe_owner: ['chainId', 'contract'],
    contract_role: ['chainId', 'contract', 'role'],
    hat: ['chainId', 'contract', 'hatId'],
    ens_name: ['names'],
    attestation: ['attesters', 'chainId', 'contract', 'indexer', 'schema'],
    poap: ['chainId', 'contract', 'eventId'],
    contract_call: ['chainId', 'contract', 'method'],
  })
})

test('reads amounts with the decimals of the token', () => {
  const typed = { chainId: '8453', contract: ADDRESS, min: '2.5' }
  assert.deepEqual(condition('erc20_balance', typed, token), {
    kind: 'erc20_balance',
    ...place,
    token,
    min: '2500000',
    max: null,
  })
  const wrong = (min: string, max = '') => errorsOf({ ...newCondition('erc20_balance'), ...typed, min, max }, token)
  assert.deepEqual(wrong('0'), { min: words.amountWrong })
  assert.deepEqual(wrong('0.0000001'), { min: words.amountTooFine(6) })
  assert.deepEqual(wrong('many'), { min: words.amountWrong })
  assert.deepEqual(wrong('2', '1'), { max: words.maxBelow })
  assert.deepEqual(wrong(`1${'0'.repeat(77)}`), { min: words.amountWrong })
})

test('checks the checksum of every address', () => {
  const wrong = ADDRESS.replace('bD', 'Bd')
  const typed = { chainId: '1', contract: wrong, indexer: wrong, schema: hash, attesters: `\n${ADDRESS}\n${wrong}` }
  assert.deepEqual(errorsOf({ ...newCondition('attestation'), ...typed }), {
    contract: words.checksumWrong,
    indexer: words.checksumWrong,
    attesters: words.lineChecksum(3),
  })
})

test('reads the name of a role, a hat and a function as people write them', () => {
  const typed = { chainId: '8453', contract }
  const role = roleHash('MINTER_ROLE')
  assert.deepEqual(condition('contract_role', { ...typed, role: ' MINTER_ROLE ' }), {
    ...{ kind: 'contract_role', ...place, system: 'access_control' },
    ...{ role, roleName: 'MINTER_ROLE' },
  })
  assert.equal(roleHash('DEFAULT_ADMIN_ROLE'), `0x${'0'.repeat(64)}`)
  assert.equal(roleHash('minter'), undefined)
  assert.deepEqual(condition('contract_call', { ...typed, method: 'isMember(address)' }), {
    ...{ kind: 'contract_call', ...place },
    ...{ method: 'isMember', returns: 'bool', min: null },
  })
  assert.deepEqual(condition('hat', { ...typed, hatId: '1.2' }), {
    kind: 'hat',
    ...place,
    hatId: ((1n << 224n) + (2n << 208n)).toString(),
  })
})

test('offers the kind that fits the contract', () => {
  assert.equal(betterKind('erc20_balance', 'erc721'), 'erc721_balance')
  assert.equal(betterKind('erc721_token', 'erc721'), undefined)
  assert.equal(betterKind('safe_owner', 'erc20'), 'erc20_balance')
  assert.equal(betterKind('contract_role', 'erc20'), undefined, 'a token can have roles')
  assert.equal(betterKind('contract_call', 'erc20'), undefined)
  assert.equal(betterKind('erc20_balance', 'unknown'), undefined)
  assert.equal(knownContract('attestation', 10)?.address, '0x4200000000000000000000000000000000000021')
  assert.equal(knownContract('poap', 8453), undefined)
})

function errorsOf(values: ConditionValues, label = noLabel) {
  const built = buildCondition(values, label)
  return 'errors' in built ? built.errors : {}
}

function condition(kind: LeafKind, typed: Partial<ConditionValues>, label = noLabel) {
  const built = buildCondition({ ...newCondition(kind), ...typed }, label)
  return 'condition' in built ? built.condition : assert.fail(JSON.stringify(built.errors))
}
