import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namespaceOfAddress } from './address-form.ts'

const FORMS: [string, string, string | undefined][] = [
  ['an Ethereum address', `0x${'Ab'.repeat(20)}`, 'eip155'],
  ['an Ethereum address that is too short', `0x${'a'.repeat(39)}`, undefined],
  ['a Solana address', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'solana'],
  ['the shortest Solana address', '1'.repeat(32), 'solana'],
  ['text of 45 base58 characters', 'A'.repeat(45), undefined],
  ['a P2WPKH address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bip122'],
  ['a P2WPKH address in upper case', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bip122'],
  ['bech32 in mixed case', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', undefined],
  ['a P2TR address', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'bip122'],
  ['a P2PKH address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bip122'],
  ['a P2SH address', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'bip122'],
  ['an address of the Bitcoin test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'bip122'],
  ['a base58 address of the Bitcoin test network', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'bip122'],
  ['a name', 'vitalik.eth', undefined],
  ['nothing', '', undefined],
]

for (const [title, address, namespace] of FORMS)
  test(`namespaceOfAddress: ${title} is ${namespace ?? 'no address'}`, () => {
    assert.equal(namespaceOfAddress(address), namespace)
  })
