import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatAmount, parseAmount } from './format-amount.ts'

const MAX = String(2n ** 256n - 1n)

describe('formatAmount', () => {
  const AMOUNTS: [string, number, string][] = [
    ['1500000', 6, '1.5'],
    ['1', 18, '0.000000000000000001'],
    ['1000000000000000000', 18, '1'],
    ['10', 0, '10'],
    ['0', 6, '0'],
    ['100', 1, '10'],
    ['123456789012345678901234567890', 18, '123456789012.34567890123456789'],
    [MAX, 0, MAX],
    ['7', 77, `0.${'0'.repeat(76)}7`],
  ]
  for (const [amount, decimals, text] of AMOUNTS)
    test(`shows ${amount.slice(0, 32)} with ${decimals} decimals`, () => {
      assert.equal(formatAmount(amount, decimals), text)
      assert.deepEqual(parseAmount(text, decimals), { amount })
    })
})

describe('parseAmount', () => {
  const GOOD: [string, number, string][] = [
    ['1.5', 6, '1500000'],
    [' 2 ', 0, '2'],
    ['.5', 1, '5'],
    ['1.50', 1, '15'],
    ['1.0', 0, '1'],
    ['007', 0, '7'],
    ['0.0', 2, '0'],
  ]
  for (const [text, decimals, amount] of GOOD)
    test(`reads “${text}” with ${decimals} decimals`, () => assert.deepEqual(parseAmount(text, decimals), { amount }))

  const BAD: [string, number, string][] = [
    ['', 6, 'required'],
    ['  ', 6, 'required'],
    ['abc', 6, 'not_a_number'],
    ['.', 6, 'not_a_number'],
    ['1.', 6, 'not_a_number'],
    ['1.2.3', 6, 'not_a_number'],
    ['1,5', 6, 'not_a_number'],
    ['1,000', 6, 'not_a_number'],
    ['-1', 6, 'not_a_number'],
    ['+1', 6, 'not_a_number'],
    ['1e3', 6, 'not_a_number'],
    ['0x10', 6, 'not_a_number'],
    ['١', 6, 'not_a_number'],
    ['1.23', 1, 'too_many_decimals'],
    ['0.5', 0, 'too_many_decimals'],
    [String(2n ** 256n), 0, 'too_large'],
    [MAX, 1, 'too_large'],
    ['9'.repeat(5000), 18, 'too_large'],
  ]
  for (const [text, decimals, problem] of BAD)
    test(`refuses “${text.slice(0, 20)}” with ${decimals} decimals`, () => {
      assert.deepEqual(parseAmount(text, decimals), { problem })
    })
})
