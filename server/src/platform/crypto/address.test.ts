import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { getAddress } from 'viem'
import { addressOfKey, checksumAddress, hasWrongChecksum, isChecksummed, isReservedAddress } from './address.ts'

describe('checksumAddress', () => {
  test('matches the examples of EIP-55', () => {
    const examples = [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde709f2102306220921060314715629080e2fb77',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ]
    for (const address of examples) {
      assert.equal(checksumAddress(address.toLowerCase()), address)
      assert.equal(isChecksummed(address), true)
    }
  })
})

describe('isChecksummed', () => {
  test('rejects an address when the case of one letter is wrong', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    for (let index = 2; index < address.length; index++) {
      const letter = address.charAt(index)
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const changed = address.slice(0, index) + other + address.slice(index + 1)
      assert.equal(isChecksummed(changed), letter === other, changed)
    }
  })
})

describe('a checksum that was used before', () => {
  const swap = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

  test('makes no difference, whichever spelling came first', () => {
    for (let count = 0; count < 50; count++) {
      const lower = `0x${randomBytes(20).toString('hex')}`
      const at = lower.slice(2).search(/[a-f]/) + 2
      const correct = count % 2 === 0 ? checksumAddress(lower) : getAddress(lower)
      const wrong = correct.slice(0, at) + swap(correct.charAt(at)) + correct.slice(at + 1)
      for (let repeat = 0; repeat < 3; repeat++) {
        assert.equal(isChecksummed(wrong), false, wrong)
        assert.equal(isChecksummed(correct.replace('0x', '0X')), false)
        assert.equal(isChecksummed(correct), true, correct)
        assert.equal(checksumAddress(lower), getAddress(lower))
      }
    }
  })

  test('is forgotten when many others were', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    for (let count = 0; count < 3000; count++) checksumAddress(`0x${count.toString(16).padStart(40, 'a')}`)
    assert.equal(checksumAddress(address.toLowerCase()), address)
  })
})

describe('isReservedAddress', () => {
  test('covers the zero address and the precompiles only', () => {
    const padded = (hex: string) => `0x${hex.padStart(40, '0')}`
    for (const hex of ['0', '1', 'ffff']) assert.equal(isReservedAddress(padded(hex)), true, hex)
    for (const hex of ['10000', 'f'.repeat(40)]) assert.equal(isReservedAddress(padded(hex)), false, hex)
  })
})

describe('addressOfKey', () => {
  test('is the end of the hash of the key without its first byte', () => {
    // The generator of the curve, which is the public key of the private key 1.
    const point =
      '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8'
    assert.equal(addressOfKey(Buffer.from(`04${point}`, 'hex')), '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf')
  })
})

describe('hasWrongChecksum', () => {
  test('accepts the checksum and addresses in one case, and nothing else', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const digits = address.slice(2)
    for (const correct of [address, address.toLowerCase(), `0x${digits.toUpperCase()}`])
      assert.equal(hasWrongChecksum(correct), false)
    assert.equal(hasWrongChecksum(address.replace('5aA', '5aa')), true)
  })
})
