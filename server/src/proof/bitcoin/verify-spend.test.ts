import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BitcoinType, signLegacy, signToSign, writeFull } from '../../../../test/support/families/bip322.ts'
import { newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import { hostileSignatures } from '../../../../test/support/families/hostile-bitcoin-signatures.ts'
import { signUncompressed, uncompressedAddress } from '../../../../test/support/families/uncompressed-bitcoin.ts'
import { bitcoin } from './family.ts'
import { readWitness } from './transaction.ts'

const TEXT = 'Sign in to Example.'
const TYPES: BitcoinType[] = ['p2wpkh', 'p2tr', 'p2pkh', 'p2sh_p2wpkh']

const verify = (address: string, signature: string, text = TEXT) =>
  bitcoin.verify({ address, text, signature, envelope: undefined })

describe('signatures of a fixed text', () => {
  for (const type of TYPES)
    test(`are accepted in every version: ${type}`, () => {
      const { address, key } = newBitcoinAccount(type)
      for (const version of [0, 2])
        assert.equal(verify(address, writeFull(signToSign(key, TEXT, { transaction: { version } }))).address, address)
    })

  for (const { title, type, code, write } of hostileSignatures())
    test(`are rejected: ${title}`, async () => {
      const { address, key } = newBitcoinAccount(type)
      const signature = await write(key, TEXT)
      assert.throws(() => verify(address, signature), { code })
    })
})

describe('uncompressed keys', () => {
  const { privateKey } = newBitcoinAccount('p2pkh').key
  const address = uncompressedAddress(privateKey)

  test('sign for their P2PKH address', async () => {
    assert.equal(verify(address, await signLegacy(privateKey, TEXT, false)).address, address)
    assert.equal(verify(address, signUncompressed(privateKey, TEXT)).address, address)
  })

  test('do not sign for the address of the compressed key', async () => {
    assert.throws(() => verify(address, writeFull(signToSign({ privateKey, type: 'p2pkh' }, TEXT))), {
      code: 'signature_invalid',
    })
    const legacy = await signLegacy(privateKey, TEXT)
    assert.throws(() => verify(address, legacy), { code: 'signature_invalid' })
  })

  test('are rejected in the hybrid form', () => {
    assert.throws(() => verify(address, signUncompressed(privateKey, TEXT, 'hybrid')), { code: 'signature_malformed' })
  })
})

describe('long texts', () => {
  for (const length of [0, 1, 252, 253, 254, 256, 1024])
    test(`of ${length} bytes are signed in every format`, async () => {
      const text = 'x'.repeat(length)
      for (const type of TYPES) {
        const account = newBitcoinAccount(type)
        const { signature } = await account.sign(text)
        assert.equal(verify(account.address, signature, text).address, account.address)
      }
      const { address, key } = newBitcoinAccount('p2pkh')
      assert.equal(verify(address, await signLegacy(key.privateKey, text), text).address, address)
    })
})

test('a witness has at most as many items as the stack of a script', () => {
  const write = (items: number) => Buffer.concat([Buffer.from([0xfd, items & 0xff, items >> 8]), Buffer.alloc(items)])
  assert.equal(readWitness(write(1000)).length, 1000)
  assert.throws(() => readWitness(write(1001)), { code: 'signature_malformed' })
})
