import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { readAddress } from './address.ts'
import { bitcoin } from './family.ts'
import { sha256 } from './hash.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const base58check = createBase58check((bytes: Uint8Array) => sha256(bytes))
const base58 = (version: number, length = 20) =>
  base58check.encode(Uint8Array.of(version, ...new Uint8Array(length).fill(7)))
const segwit = (prefix: string, version: number, program: Uint8Array, coder = version === 0 ? bech32 : bech32m) =>
  coder.encode(prefix, [version, ...coder.toWords(program)])
const KEY = Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex')

/** From BIP-173, BIP-350, BIP-86 and the wiki. */
const VALID: [text: string, type: string, script: string][] = [
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'p2pkh', '76a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'p2sh', 'a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'p2wpkh', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'p2tr',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
]

const P2WSH = 'P2WSH addresses are not supported, only single keys.'
const OTHER = 'This type of Bitcoin address is not supported.'

const INVALID: [title: string, text: string, code: ErrorCode, detail?: string][] = [
  ['an empty text', '', 'address_invalid'],
  ['an Ethereum address', `0x${'ab'.repeat(20)}`, 'address_invalid'],
  ['a wrong checksum in base58', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'address_invalid'],
  ['a character that base58 does not have', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN0', 'address_invalid'],
  ['a space', ' 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'address_invalid'],
  ['a base58 address that is too short', base58(0, 19), 'address_invalid'],
  ['a base58 address that is too long', base58(0, 21), 'address_invalid'],
  ['the version of another coin', base58(48), 'address_invalid'],
  ['a P2PKH address of the test network', base58(111), 'network_unsupported'],
  ['a P2SH address of the test network', base58(196), 'network_unsupported'],
  ['a P2WPKH address of the test network', segwit('tb', 0, new Uint8Array(20)), 'network_unsupported'],
  ['a P2TR address of the test network', segwit('tb', 1, KEY), 'network_unsupported'],
  ['an address of the regression test network', segwit('bcrt', 0, new Uint8Array(20)), 'network_unsupported'],
  ['an address of another coin', segwit('ltc', 0, new Uint8Array(20)), 'address_invalid'],
  ['mixed case', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4', 'address_invalid'],
  ['mixed case in the prefix', 'Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address_invalid'],
  ['a wrong checksum in bech32', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'address_invalid'],
  ['version 0 in bech32m', segwit('bc', 0, new Uint8Array(20), bech32m), 'address_invalid'],
  ['version 1 in bech32', segwit('bc', 1, KEY, bech32), 'address_invalid'],
  ['a version 0 program of 16 bytes', segwit('bc', 0, new Uint8Array(16)), 'address_invalid'],
  ['version 17', segwit('bc', 17, KEY), 'address_invalid'],
  ['a program of 1 byte', segwit('bc', 2, new Uint8Array(1)), 'address_invalid'],
  ['a program of 1 byte on a test network', segwit('bcrt', 2, new Uint8Array(1)), 'address_invalid'],
  ['a program of 41 bytes', segwit('bc', 2, new Uint8Array(41)), 'address_invalid'],
  ['no program', bech32.encode('bc', []), 'address_invalid'],
  ['padding of more than four bits', 'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', 'address_invalid'],
  ['padding that is not zero', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kj7gz7z', 'address_invalid'],
  ['a Taproot key that is not on the curve', segwit('bc', 1, new Uint8Array(32).fill(0xff)), 'address_invalid'],
  ['a Taproot key of zero', segwit('bc', 1, new Uint8Array(32)), 'address_invalid'],
  ['P2WSH', segwit('bc', 0, new Uint8Array(32)), 'address_unsupported', P2WSH],
  ['pay to anchor', 'bc1pfeessrawgf', 'address_unsupported', OTHER],
  ['version 1 with 20 bytes', segwit('bc', 1, new Uint8Array(20)), 'address_unsupported', OTHER],
  ['version 1 with 40 bytes', segwit('bc', 1, new Uint8Array(40)), 'address_unsupported', OTHER],
  ['version 2', segwit('bc', 2, KEY), 'address_unsupported', OTHER],
  ['version 16', segwit('bc', 16, new Uint8Array(2)), 'address_unsupported', OTHER],
]

describe('readAddress', () => {
  for (const [text, expected, expectedScript] of VALID)
    test(`reads ${expected}`, () => {
      const { text: stored, type, script } = readAddress(text)
      assert.deepEqual({ stored, type, script: hex(script) }, { stored: text, type: expected, script: expectedScript })
    })

  for (const [title, text, code, detail] of INVALID)
    test(`rejects ${title}`, () => assert.throws(() => readAddress(text), { code, detail }))
})

describe('parseAddress', () => {
  test('stores bech32 in lower case and base58 as it is', () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    assert.deepEqual(bitcoin.parseAddress(address.toUpperCase()), {
      namespace: 'bip122',
      chain: BITCOIN_MAINNET,
      address,
    })
    const base58Address = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
    assert.equal(bitcoin.parseAddress(base58Address).address, base58Address)
    assert.throws(() => bitcoin.parseAddress(base58Address.toLowerCase()), { code: 'address_invalid' })
  })
})
