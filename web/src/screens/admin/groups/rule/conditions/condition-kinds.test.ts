import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditions as words } from '../../../../../words/admin/conditions.ts'
import { hasContract, hasNetwork, kindGroups, withKind, withNetwork, withSystem } from './condition-kinds.ts'
import { newCondition, noLabel } from './condition-values.ts'

test('offers every kind of condition once', () => {
  const offered = kindGroups.flatMap(({ kinds }) => kinds)
  assert.deepEqual(offered.toSorted(), Object.keys(words.kinds).toSorted())
})

test('asks for a network and a contract only where there is one', () => {
  assert.deepEqual([hasNetwork('role'), hasNetwork('ens_name'), hasNetwork('native_balance')], [false, false, true])
  assert.deepEqual([hasContract('native_balance'), hasContract('hat'), hasContract('group')], [false, true, false])
})

test('fills in a known contract, and keeps one that was entered', () => {
  const poap = newCondition('poap')
  const onGnosis = { ...poap, ...withNetwork(poap, '100') }
  assert.equal(onGnosis.contract, '0x22C1f6050E56d2876009903609a2cC3fEf83B415')
  assert.deepEqual(withNetwork(onGnosis, '8453'), { chainId: '8453', contract: '' })
  assert.deepEqual(withNetwork({ ...poap, contract: '0x12' }, '100'), { chainId: '100' })
})

test('keeps a typed minimum when the kind changes', () => {
  assert.deepEqual(withKind(newCondition('erc20_balance'), 'erc721_balance'), { kind: 'erc721_balance', min: '1' })
  assert.equal(withKind({ ...newCondition('erc20_balance'), min: '3' }, 'erc721_balance').min, '3')
})

test('takes the system of roles from the contract', () => {
  const description = {
    hasCode: true,
    kind: 'access_manager',
    token: noLabel,
    enumerable: false,
    proxy: false,
  } as const
  const values = newCondition('contract_role')
  assert.equal(withSystem(values, description).system, 'access_manager')
  assert.equal(withSystem(values, { ...description, kind: 'erc20' }).system, 'access_control')
  assert.equal(withSystem(values, undefined), values)
})
