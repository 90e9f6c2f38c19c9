import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { bech32, createBase58check } from '@scure/base'
import {
  type BitcoinType,
  signLegacy,
  signToSign,
  writeFull,
  writeSimple,
  writeWitness,
} from '../../../../test/support/families/bip322.ts'
import { newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import { hostileSignatures } from '../../../../test/support/families/hostile-bitcoin-signatures.ts'
import { signUncompressed, uncompressedAddress } from '../../../../test/support/families/uncompressed-bitcoin.ts'
import { readAddress } from './address.ts'
import { bitcoin } from './family.ts'
import { verifySpend } from './verify-spend.ts'

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

describe('scripts that are not supported', () => {
  const hash160 = (bytes: Uint8Array) => hash('ripemd160', hash('sha256', bytes, 'buffer'), 'buffer')
  const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'))
  const toSign = { version: 0, lockTime: 0, sequence: 0, prevout: new Uint8Array(36) }

  /** Spends the address of the script by presenting the script. */
  function presentScript(redeem: Uint8Array) {
    const address = readAddress(base58check.encode(Buffer.concat([Buffer.from([5]), hash160(redeem)])))
    const scriptSig = Buffer.concat([Buffer.from([redeem.length]), redeem])
    return () => verifySpend(address, toSign, { scriptSig, witness: [new Uint8Array(), new Uint8Array()] })
  }

  test('are named for P2SH addresses', () => {
    const zeros = (length: number) => new Uint8Array(length)
    const scripts = [
      Uint8Array.of(0x51),
      Uint8Array.of(0x51, 20, ...zeros(20)),
      Uint8Array.of(0, 21, ...zeros(20)),
      Uint8Array.of(0, 20, ...zeros(19)),
      Uint8Array.of(0, 20, ...zeros(21)),
      Uint8Array.of(0, 32, ...zeros(32)),
    ]
    for (const script of scripts)
      assert.throws(presentScript(script), {
        code: 'address_unsupported',
        detail: 'Of addresses that start with 3, only P2SH-P2WPKH is supported.',
      })
    assert.throws(presentScript(Uint8Array.of(0, 20, ...zeros(20))), { code: 'signature_malformed' })
  })

  test('are named for Taproot addresses', () => {
    const { address } = newBitcoinAccount('p2tr')
    const write = (...items: number[]) => `smp${Buffer.from(items).toString('base64')}`
    assert.throws(() => verify(address, write(2, 1, 0x51, 1, 0xc0)), {
      code: 'signature_unsupported',
      detail: 'Only signatures with the key of a Taproot address are supported.',
    })
    assert.throws(() => verify(address, write(0)), { code: 'signature_malformed' })
  })
})

test('public keys of another form are malformed, whatever they hash to', () => {
  const [signature, publicKey] = signToSign(newBitcoinAccount('p2wpkh').key, TEXT).witnesses?.[0] ?? []
  assert(signature && publicKey)
  const toSign = { version: 0, lockTime: 0, sequence: 0, prevout: new Uint8Array(36) }
  const push = (bytes: Uint8Array) => Buffer.concat([Buffer.from([bytes.length]), bytes])
  const verifyKey = (key: Uint8Array) =>
    verifySpend(readAddress(newBitcoinAccount('p2pkh').address), toSign, {
      scriptSig: Buffer.concat([push(signature), push(key)]),
      witness: [],
    })
  assert.throws(() => verifyKey(publicKey), { code: 'signature_invalid' })
  const others = [Uint8Array.of(4, ...publicKey.slice(1)), Uint8Array.of(1, ...publicKey.slice(1))]
  for (const length of [32, 34, 64, 66]) others.push(new Uint8Array(length).fill(4))
  for (const key of others) assert.throws(() => verifyKey(key), { code: 'signature_malformed' }, `${key.length}`)
})

test('addresses of keys on no point have no valid signature, however often one is sent', () => {
  const offCurve = Buffer.from('02EEFDEA4CDB677750A420FEE807EACF21EB9898AE79B9768766E4FAA04A2D4A34', 'hex')
  const { address, key } = newBitcoinAccount('p2wpkh')
  const [signature = new Uint8Array()] = signToSign(key, TEXT).witnesses?.[0] ?? []
  const program = hash('ripemd160', hash('sha256', offCurve, 'buffer'), 'buffer')
  const hostile = bech32.encode('bc', [0, ...bech32.toWords(program)])
  for (let count = 0; count < 4000; count++)
    assert.throws(() => verify(hostile, writeWitness([signature, offCurve])), { code: 'signature_invalid' })
  assert.equal(verify(address, writeSimple(signToSign(key, TEXT))).address, address)
})

describe('signatures that are not supported', () => {
  const detailOf = (type: BitcoinType, signature: string) => {
    try {
      verify(newBitcoinAccount(type).address, signature)
    } catch (error) {
      return error instanceof AppError && error.code === 'signature_unsupported' ? error.detail : error
    }
    return undefined
  }

  test('say which one the address needs', async () => {
    const { key } = newBitcoinAccount('p2wpkh')
    const simple = writeSimple(signToSign(key, TEXT))
    const legacy = await signLegacy(key.privateKey, TEXT)
    for (const type of ['p2pkh', 'p2sh_p2wpkh'] as const)
      assert.equal(detailOf(type, simple), 'This address needs a full BIP-322 signature, with the prefix "ful".')
    for (const type of ['p2wpkh', 'p2tr', 'p2sh_p2wpkh'] as const)
      assert.equal(
        detailOf(type, legacy),
        'This address needs a BIP-322 signature. Choose BIP-322 in the wallet, or an address that starts with 1.',
      )
    assert.equal(detailOf('p2wpkh', simple.replace('smp', 'pof')), 'A proof of funds cannot be used to sign in.')
  })

  test('say what is unusual about their transaction', () => {
    const { key } = newBitcoinAccount('p2wpkh')
    const { inputs } = signToSign(key, TEXT)
    const twoInputs = signToSign(key, TEXT, { transaction: { inputs: [...inputs, ...inputs] } })
    assert.equal(detailOf('p2wpkh', writeFull(twoInputs)), 'A signature with several inputs cannot be used to sign in.')
    assert.equal(
      detailOf('p2wpkh', writeFull(signToSign(key, TEXT, { transaction: { version: 1 } }))),
      'The signature has a transaction version other than 0 and 2.',
    )
  })

  test('are malformed without an input', () => {
    const { address } = newBitcoinAccount('p2wpkh')
    const signature = `ful${Buffer.alloc(10).toString('base64')}`
    assert.throws(() => verify(address, signature), { code: 'signature_malformed' })
  })
})
