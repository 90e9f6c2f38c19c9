import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CALL_GAS, CALLS_PER_REQUEST, REQUEST_DATA_MAX_BYTES } from '@countersign/contract/limits/rule-limits.ts'
import { type AggregatedRead, countFitting, decodeOutcomes, encodeReads } from './aggregator.ts'
import { assemble } from './assembler.ts'

const GAS = { gas: CALL_GAS, costlyAbove: CALL_GAS / 2 }
const callWith = (bytes: number): AggregatedRead => ({
  kind: 'call',
  to: `0x${'ab'.repeat(20)}`,
  data: `0x${'cd'.repeat(bytes)}`,
})

describe('assemble', () => {
  test('encodes opcodes, numbers, labels before and after their use, and nested code', () => {
    const code = assemble(['start:', [1, ['ADD']], '@later', 'JUMP', 'later:', '@start', 'JUMP', '@end'])
    assert.equal(code, '5b6300000001016100 0b565b610000566100 13'.replaceAll(' ', ''))
  })

  test('rejects unknown labels and numbers that do not fit', () => {
    assert.throws(() => assemble(['@nowhere']), /Unknown instruction @nowhere/)
    assert.throws(() => assemble([2 ** 32]), RangeError)
  })
})

describe('encodeReads', () => {
  test('uses no instruction that chains before Shanghai lack', () => {
    const program = encodeReads([], GAS).slice(2)
    for (let at = 0; at < program.length; at += 2) {
      const opcode = Number.parseInt(program.slice(at, at + 2), 16)
      assert.notEqual(opcode, 0x5f, 'PUSH0')
      if (opcode > 0x5f && opcode <= 0x7f) at += 2 * (opcode - 0x5f)
    }
    assert.ok(program.length / 2 < 800)
  })

  test('appends length, recipient and data of each call, and a mark for balances', () => {
    const program = encodeReads([], GAS)
    const reads: AggregatedRead[] = [callWith(4), { kind: 'balance', address: `0x${'12'.repeat(20)}` }]
    assert.equal(encodeReads(reads, GAS), `${program}0004${'ab'.repeat(20)}${'cd'.repeat(4)}ffff${'12'.repeat(20)}`)
  })

  test('fits as many calls as the limit on creation code allows', () => {
    const usual = Array.from({ length: CALLS_PER_REQUEST }, () => callWith(164))
    assert.equal(countFitting(usual, GAS), CALLS_PER_REQUEST)
    const large = Array.from({ length: CALLS_PER_REQUEST }, () => callWith(1000))
    const count = countFitting(large, GAS)
    const sizeOf = (calls: number) => (encodeReads(large.slice(0, calls), GAS).length - 2) / 2
    assert.ok(sizeOf(count) <= REQUEST_DATA_MAX_BYTES && sizeOf(count + 1) > REQUEST_DATA_MAX_BYTES)
    assert.equal(countFitting([callWith(60_000)], GAS), 1)
  })
})

describe('decodeOutcomes', () => {
  test('decodes every status', () => {
    assert.deepEqual(decodeOutcomes('0x010100 02beef000000020000030000040000010000'.replaceAll(' ', ''), 6), [
      { kind: 'value', data: '0xbeef' },
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
    'a revert with data': '0x0100000100',
    'half a header': '0x010100',
    'an answer that ends early': '0x010100 04beef'.replace(' ', ''),
    'more outcomes than reads': '0x01000000000000000000',
    'zero words': `0x${'00'.repeat(64)}`,
  }))
    test(`rejects ${title}`, () => {
      assert.equal(decodeOutcomes(answer, 2), undefined)
    })
})
