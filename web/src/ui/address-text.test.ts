import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressGroups, shortAddress, spelledEnd } from './address-text.ts'

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

test('shortens an address to six and four', () => {
  assert.equal(shortAddress(ADDRESS), '0x8ba1…BA72')
})

test('spells the end for a screen reader', () => {
  assert.equal(spelledEnd(ADDRESS), 'B A 7 2')
})

test('splits an address into ten groups of four that join to the address', () => {
  assert.deepEqual(addressGroups(ADDRESS), [
    '0x8ba1',
    'f109',
    '551b',
    'D432',
    '8030',
    '1264',
    '5Ac1',
    '36dd',
    'd64D',
    'BA72',
  ])
})
