import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import { toFunctionSelector } from 'viem'
import { addressAnswer, callFor, primaryNameAnswer } from '../../../../test/support/chain/ens-names.ts'
import { type Answers, ME, measureWith, met, OTHER, unknown, words } from '../../../../test/support/scripted-measure.ts'
import type { ReadOutcome } from '../chain-read.ts'

const below = (...names: string[]): ChainCondition => ({ kind: 'ens_name', chainId: 1, names, subnames: true })
const reverted: ReadOutcome = { kind: 'reverted', block: 100 }
const measureNames = (condition: ChainCondition, answers: Answers) => measureWith(condition, answers).measured

const reverse = callFor('reverse', ME)
const primary = (name: string, owner = ME): Answers => ({
  [reverse]: primaryNameAnswer(name),
  [callFor('resolve', name)]: addressAnswer(owner),
})
const revertedWith = (error: string): ReadOutcome => ({ ...reverted, error: toFunctionSelector(error) })

test('is met by a primary name below a name that resolves back', () => {
  assert.deepEqual(measureNames(below('dao.eth'), primary('me.dao.eth')), met(true))
  assert.deepEqual(measureNames(below('other.eth', 'dao.eth'), primary('a.b.dao.eth')), met(true))
  assert.deepEqual(measureNames(below('dao.eth'), primary('me.dao.eth', OTHER)), met(false))
})

for (const name of [
  'dao.eth',
  'notdao.eth',
  'me.eth',
  '',
  'me.dao.eth.',
  '.dao.eth',
  'me..dao.eth',
  'me.DAO.eth',
  'me.dao.eth.evil.eth',
])
  test(`is not met by the primary name "${name}"`, () => {
    assert.deepEqual(measureNames(below('dao.eth'), { [reverse]: primaryNameAnswer(name) }), met(false))
  })

const NO_NAME = [
  'ResolverNotFound(bytes)',
  'ResolverNotContract(bytes,address)',
  'UnsupportedResolverProfile(bytes4)',
  'ReverseAddressMismatch(string,bytes)',
]
for (const error of NO_NAME)
  test(`is not met if the Universal Resolver reverts with ${error}`, () => {
    const [failure, name] = [revertedWith(error), 'me.dao.eth']
    assert.deepEqual(measureNames(below('dao.eth'), { [reverse]: failure }), met(false))
    const unresolved = { ...primary(name), [callFor('resolve', name)]: failure }
    assert.deepEqual(measureNames(below('dao.eth'), unresolved), met(false))
  })

const UNKNOWN: Record<string, Answers[string]> = {
  'is off-chain': revertedWith('OffchainLookup(address,string[],bytes,bytes4,bytes)'),
  'has a resolver that reverts': revertedWith('ResolverError(bytes)'),
  'is behind a gateway that failed': revertedWith('HttpError(uint16,string)'),
  'reverts for a reason that the endpoint does not tell': reverted,
  'gets no answer': '0x',
  'gets a malformed answer': words(96, 5),
}
for (const [title, answer] of Object.entries(UNKNOWN))
  test(`is unknown when the name ${title}`, () => {
    const name = 'me.dao.eth'
    assert.deepEqual(measureNames(below('dao.eth'), { [reverse]: answer }), unknown('contract_failed'))
    const unresolved = { ...primary(name), [callFor('resolve', name)]: answer }
    assert.deepEqual(measureNames(below('dao.eth'), unresolved), unknown('contract_failed'))
  })

test('is unknown without the Universal Resolver', () => {
  const answers: Answers = { [reverse]: { kind: 'no_code', block: 1 } }
  assert.deepEqual(measureNames(below('dao.eth'), answers), unknown('no_code'))
})

test('is not met by a name without an address', () => {
  const zero = `0x${'0'.repeat(40)}`
  assert.deepEqual(measureNames(below('dao.eth'), primary('me.dao.eth', zero)), met(false))
})
