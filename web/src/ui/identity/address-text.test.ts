import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { familyOf } from './address-family.ts'
import { addressGroups, spelledEnd } from './address-text.ts'

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const BECH32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const BASE58 = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

test('shortens an address to six and four, without a prefix to four and four', () => {
  assert.equal(shortAddress(ADDRESS), '0x8ba1…BA72')
  assert.equal(shortAddress(BECH32), 'bc1qar…5mdq')
  assert.equal(shortAddress(SOLANA), '7xKX…gAsU')
  assert.equal(shortAddress(BASE58), '1BvB…NVN2')
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

test('splits addresses of other families into groups of four from the start', () => {
  assert.deepEqual(addressGroups(BASE58), ['1BvB', 'MSEY', 'stWe', 'tqTF', 'n5Au', '4m4G', 'Fg7x', 'JaNV', 'N2'])
  for (const address of [SOLANA, BECH32]) assert.equal(addressGroups(address).join(''), address)
})

test('reads the family from the address', () => {
  assert.deepEqual([ADDRESS, SOLANA, BECH32, BASE58].map(familyOf), ['eip155', 'solana', 'bip122', 'bip122'])
  assert.equal(familyOf('0x1234'), 'eip155')
})
