import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CALL_ANSWER_MAX_BYTES,
  CALL_GAS,
  CALLS_PER_REQUEST,
  REQUEST_DATA_MAX_BYTES,
} from '@countersign/contract/limits/rule-limits.ts'
import { readContract } from '../../../../test/support/chain/compile-contracts.ts'
import { type AggregatedRead, countFitting, decodeOutcomes, encodeReads } from './aggregator.ts'
import { PROGRAM } from './aggregator-program.ts'

const GAS = { gas: CALL_GAS, costlyAbove: CALL_GAS / 2 }
const callWith = (bytes: number): AggregatedRead => ({
  kind: 'call',
  to: `0x${'ab'.repeat(20)}`,
  data: `0x${'cd'.repeat(bytes)}`,
})

test('the program is what solc makes of aggregator.yul', () => {
  const { bytecode } = readContract('Aggregator')
  assert.equal(PROGRAM, bytecode, 'Run: node scripts/compile-aggregator.ts')
})

describe('encodeReads', () => {
  test('uses no instruction that chains before Shanghai lack', () => {
    for (let at = 2; at < PROGRAM.length; at += 2) {
      const opcode = Number.parseInt(PROGRAM.slice(at, at + 2), 16)
      assert.ok(opcode !== 0x5e && opcode !== 0x5f, 'MCOPY or PUSH0')
      if (opcode > 0x5f && opcode <= 0x7f) at += 2 * (opcode - 0x5f)
    }
    assert.ok(PROGRAM.length / 2 < 500)
  })

  test('appends the parameters, then length, recipient and data of each call, and a mark for balances', () => {
    const program = encodeReads([], GAS)
    const parameters = [GAS.gas, GAS.costlyAbove, GAS.costlyAbove, CALL_ANSWER_MAX_BYTES]
    assert.equal(program, PROGRAM + parameters.map((value) => value.toString(16).padStart(8, '0')).join(''))
    const reads: AggregatedRead[] = [callWith(4), { kind: 'balance', address: `0x${'12'.repeat(20)}` }]
    assert.equal(encodeReads(reads, GAS), `${program}0004${'ab'.repeat(20)}${'cd'.repeat(4)}ffff${'12'.repeat(20)}`)
  })

  test('rejects data whose length does not fit', () => {
    assert.throws(() => encodeReads([callWith(2 ** 16)], GAS), RangeError)
  })

  test('fits as many calls as the limit on creation code allows', () => {
    const usual = Array.from({ length: CALLS_PER_REQUEST }, () => callWith(164))
    assert.equal(countFitting(usual), CALLS_PER_REQUEST)
    const large = Array.from({ length: CALLS_PER_REQUEST }, () => callWith(1000))
    const count = countFitting(large)
    const sizeOf = (calls: number) => (encodeReads(large.slice(0, calls), GAS).length - 2) / 2
    assert.ok(sizeOf(count) <= REQUEST_DATA_MAX_BYTES && sizeOf(count + 1) > REQUEST_DATA_MAX_BYTES)
    assert.equal(countFitting([callWith(60_000)]), 1)
  })
})

describe('decodeOutcomes', () => {
  test('decodes every status', () => {
    const answer = '0x01 010002beef 000000 00000477209fe8 0000027720 020000 030000 040000 010000'.replaceAll(' ', '')
    assert.deepEqual(decodeOutcomes(answer, 8), [
      { kind: 'value', data: '0xbeef' },
      { kind: 'reverted' },
      { kind: 'reverted', error: '0x77209fe8' },
      { kind: 'reverted' },
      { kind: 'no_code' },
      { kind: 'too_long' },
      { kind: 'costly' },
      { kind: 'value', data: '0x' },
    ])
    assert.deepEqual(decodeOutcomes('0x01', 6), [])
  })

  for (const [title, answer] of Object.entries({
    nothing: '0x',
    null: null,
    'a number': 1,
    'an object': { data: '0x01' },
    'half a byte': '0x010',
    'no hex': '0x01zz',
    'no prefix': '01',
    'another first byte': '0x02010000',
    'an unknown status': '0x01050000',
    'a revert with more than a selector': '0x010000050011223344',
    'no code with data': '0x0102000100',
    'half a header': '0x010100',
    'an answer that ends early': '0x010100 04beef'.replace(' ', ''),
    'more outcomes than reads': '0x01000000000000000000',
    'zero words': `0x${'00'.repeat(64)}`,
  }))
    test(`rejects ${title}`, () => {
      assert.equal(decodeOutcomes(answer, 2), undefined)
    })
})
