import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namespaceOfAddress } from './address-form.ts'

const ADDRESSES = {
  eip155: ['0x5346aB9f69c6f7fb41040f9d22Ad9393c01caBf4', `0x${'0'.repeat(40)}`],
  solana: ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', '3huUrtWW5s5ew98eUFRYz9LPsDUQTujNzzYaB9DBkppQ'],
  bip122: [
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  ],
}

test('recognizes the family of an address by its form', () => {
  for (const [family, addresses] of Object.entries(ADDRESSES)) {
    for (const address of addresses) assert.equal(namespaceOfAddress(address), family, address)
  }
})

test('recognizes no family in other texts', () => {
  const texts = [
    '',
    'alice.eth',
    '0x5346aB9f69c6f7fb41040f9d22Ad9393c01caBf',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'bc1qAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
    '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAs0',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ]
  for (const text of texts) assert.equal(namespaceOfAddress(text), undefined, text)
})
