import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readPushes, readWitness } from './transaction.ts'

const malformed = { code: 'signature_malformed' }
const filled = (length: number) => Buffer.alloc(length, 7)
const join = (...parts: (number[] | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

describe('readPushes', () => {
  test('reads pushes of every length in the shortest encoding', () => {
    assert.deepEqual(readPushes(join([])), [])
    assert.deepEqual(readPushes(join([0])), [filled(0)])
    assert.deepEqual(readPushes(join([1, 7], [2, 7, 7])), [filled(1), filled(2)])
    assert.deepEqual(readPushes(join([0x4b], filled(75))), [filled(75)])
    for (const length of [76, 255]) assert.deepEqual(readPushes(join([0x4c, length], filled(length))), [filled(length)])
    for (const length of [256, 520])
      assert.deepEqual(readPushes(join([0x4d, length & 0xff, length >> 8], filled(length))), [filled(length)])
  })

  test('rejects longer encodings, other operations and missing bytes', () => {
    const invalid = [
      join([0x4c, 0]),
      join([0x4c, 75], filled(75)),
      join([0x4d, 76, 0], filled(76)),
      join([0x4d, 255, 0], filled(255)),
      join([0x4e, 0, 1], filled(256)),
      join([0x4e, 0, 1, 0, 0], filled(256)),
      join([0x51, 0, 1], filled(256)),
      join([0x4f]),
      join([0x51]),
      join([0xac]),
      join([2, 7]),
      join([0x4c]),
      join([0x4d, 0]),
      join([0x4d, 0, 1], filled(255)),
    ]
    for (const script of invalid)
      assert.throws(() => readPushes(script), malformed, script.toString('hex').slice(0, 20))
  })
})

describe('readWitness', () => {
  test('has at most as many items as the stack of a script', () => {
    const write = (items: number) => join([0xfd, items & 0xff, items >> 8], Buffer.alloc(items))
    assert.equal(readWitness(write(1000)).length, 1000)
    assert.throws(() => readWitness(write(1001)), malformed)
  })

  test('reads lengths in the shortest encoding only', () => {
    assert.deepEqual(readWitness(join([1, 252], filled(252))), [filled(252)])
    for (const length of [253, 300])
      assert.deepEqual(readWitness(join([1, 0xfd, length & 0xff, length >> 8], filled(length))), [filled(length)])
    const invalid = [
      join([1, 0xfd, 252, 0], filled(252)),
      join([1, 0xfe, 0, 1], filled(256)),
      join([1, 0xfe, 0, 1, 0, 0], filled(256)),
      join([1, 0xff, 0, 1, 0, 0, 0, 0, 0, 0], filled(256)),
    ]
    for (const witness of invalid) assert.throws(() => readWitness(witness), malformed)
  })
})
