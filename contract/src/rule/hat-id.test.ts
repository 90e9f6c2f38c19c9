import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatHatId, parseHatId } from './hat-id.ts'

const decimal = (hex: string) => BigInt(`0x${hex.replaceAll(' ', '').padEnd(64, '0')}`).toString()

const IDS: [string, string][] = [
  ['1', decimal('00000001')],
  ['1.2', decimal('00000001 0002')],
  ['1.2.3', decimal('00000001 0002 0003')],
  ['100.65535', decimal('00000064 ffff')],
  ['4294967295', decimal('ffffffff')],
  ['1.1.1.1.1.1.1.1.1.1.1.1.1.1.1', decimal(`00000001${'0001'.repeat(14)}`)],
  [['4294967295', ...Array.from({ length: 14 }, () => '65535')].join('.'), String(2n ** 256n - 1n)],
]

describe('hat ids', () => {
  for (const [path, hatId] of IDS)
    test(`${path.slice(0, 32)} is read and shown`, () => {
      assert.equal(parseHatId(path), hatId)
      assert.equal(formatHatId(hatId), path)
      assert.equal(parseHatId(hatId), hatId)
      assert.equal(parseHatId(`0x${BigInt(hatId).toString(16).padStart(64, '0')}`), hatId)
    })

  test('blanks around an id are ignored', () => assert.equal(parseHatId(' 1.2 '), decimal('00000001 0002')))

  for (const text of [
    '',
    '0',
    '1.0',
    '0.1',
    '1.0.1',
    '01.2',
    '1..2',
    '1.',
    '.1',
    'a',
    '1.65536',
    '4294967296',
    '-1',
    '1,2',
  ])
    test(`“${text}” is no hat`, () => assert.equal(parseHatId(text), undefined))

  test('sixteen levels are too many', () =>
    assert.equal(parseHatId(Array.from({ length: 16 }, () => '1').join('.')), undefined))

  test('ids without a top hat, with an empty level or above 256 bits are no hats', () => {
    for (const hatId of [decimal('00000000 0001'), decimal('00000001 0000 0001'), '0', String(2n ** 256n)]) {
      assert.equal(formatHatId(hatId), undefined)
      assert.equal(parseHatId(hatId), undefined)
    }
    assert.equal(formatHatId('x'), undefined)
  })
})
