import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import {
  errorVectors,
  fullVectors,
  proofOfFundsVectors,
  simpleVectors,
  transactionHashes,
} from '../../../../test/support/vectors/bip322.ts'
import { legacySegwitVector, legacyVectors } from '../../../../test/support/vectors/legacy-bitcoin.ts'
import { tagHash } from '../secp256k1/tag-hash.ts'
import { readAddress } from './address.ts'
import { bitcoin } from './family.ts'
import { prevoutOf } from './sighash.ts'
import { verifyBip322 } from './verify-bip322.ts'

const SUPPORTED = ['p2pkh', 'p2wpkh', 'p2tr', 'p2sh-p2wpkh']

const verify = (address: string, message: string, signature: string) =>
  verifyBip322(readAddress(address), message, signature)

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'accepted'
}

describe('vectors of BIP-322', () => {
  for (const { message, address, messageHash, toSpend } of transactionHashes)
    test(`hashes "${message}"`, () => {
      assert.equal(tagHash('BIP0322-signed-message')(Buffer.from(message)).toString('hex'), messageHash)
      const id = prevoutOf(message, readAddress(address).script).subarray(0, 32).toReversed()
      assert.equal(Buffer.from(id).toString('hex'), toSpend)
    })

  const vectors = [...simpleVectors, ...fullVectors].flatMap(({ signatures, ...vector }) =>
    signatures.map((signature) => ({ ...vector, signature })),
  )
  const supported = vectors.filter(({ type }) => SUPPORTED.includes(type))
  const unsupported = [
    ...vectors.filter(({ type }) => !SUPPORTED.includes(type)),
    ...proofOfFundsVectors.flatMap(({ signatures, ...vector }) =>
      signatures.map((signature) => ({ ...vector, signature })),
    ),
  ]

  test('are complete', () => {
    const simple = supported.filter(({ signature }) => !signature.startsWith('ful'))
    assert.deepEqual([simple.length, supported.length, unsupported.length, errorVectors.length], [7, 11, 12, 36])
  })

  for (const { type, address, message, signature } of supported)
    test(`accepts ${type}: ${signature.slice(0, 20)}`, () => {
      const isFull = signature.startsWith('ful')
      const expected = isFull ? { lockTime: 2016, sequence: 2016 } : { lockTime: 0, sequence: 0 }
      assert.deepEqual(verify(address, message, signature), expected)
    })

  for (const { type, address, message, signature } of unsupported)
    test(`does not support ${type}: ${signature.slice(0, 20)}`, () => {
      assert.match(
        codeOf(() => verify(address, message, signature)),
        /^(?:address|signature)_unsupported$/,
      )
    })

  for (const { description, address, message, signature } of errorVectors)
    test(`rejects: ${description}`, () => {
      assert.notEqual(
        codeOf(() => verify(address, message, signature)),
        'accepted',
      )
      const isSupported = !/p2wsh/.test(description) && !readsAsP2wsh(address)
      if (isSupported)
        assert.match(
          codeOf(() => verify(address, message, signature)),
          /^signature_(?:malformed|invalid)$/,
        )
    })
})

function readsAsP2wsh(address: string): boolean {
  return codeOf(() => readAddress(address)) === 'address_unsupported'
}

describe('legacy signatures', () => {
  for (const { signer, address, message, signature } of legacyVectors) {
    test(`accepts: ${signer}, ${address}`, () => {
      assert.deepEqual(verify(address, message, signature), { lockTime: 0, sequence: 0 })
    })

    test(`rejects with another message or address: ${signer}, ${address}`, () => {
      assert.throws(() => verify(address, `${message} `, signature), { code: 'signature_invalid' })
      assert.throws(() => verify('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', message, signature), {
        code: 'signature_invalid',
      })
    })
  }

  test('are not supported for SegWit addresses', () => {
    const { address, message, signature } = legacySegwitVector
    assert.throws(() => verify(address, message, signature), { code: 'signature_unsupported' })
  })
})

describe('the Bitcoin family', () => {
  test('does not sign in with a time lock', () => {
    for (const { type, address, message, signatures } of fullVectors.filter(({ type }) => SUPPORTED.includes(type)))
      for (const signature of signatures)
        assert.throws(
          () => bitcoin.verify({ address, text: message, signature, envelope: undefined }),
          { code: 'signature_unsupported', detail: 'Signatures with a time lock are not supported.' },
          type,
        )
  })

  test('requires the address of a message in lower case', () => {
    const [{ address, message, signatures } = { address: '', message: '', signatures: [] }] = simpleVectors
    const signed = { text: message, signature: signatures[0] ?? '', envelope: undefined }
    assert.equal(bitcoin.verify({ address, ...signed }).address, address)
    assert.throws(() => bitcoin.verify({ address: address.toUpperCase(), ...signed }), { code: 'address_invalid' })
  })

  test('knows that a prefix does not make another signature of a simple one', () => {
    const simple = simpleVectors[0]?.signatures[0] ?? ''
    assert.equal(bitcoin.normalizeSignature(simple), bitcoin.normalizeSignature(simple.slice(3)))
    const full = fullVectors[0]?.signatures[0] ?? ''
    assert.equal(bitcoin.normalizeSignature(full), full)
  })
})
