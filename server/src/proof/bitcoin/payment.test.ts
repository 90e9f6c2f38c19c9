import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { type BitcoinType, signToSign, writeFull } from '../../../../test/support/families/bip322.ts'
import { newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import {
  compactSignatures,
  payments,
  readPayment,
  type SignedPayment,
  spendsWith,
} from '../../../../test/support/families/payment.ts'
import { bitcoin } from './family.ts'

const TYPES: BitcoinType[] = ['p2wpkh', 'p2tr', 'p2pkh', 'p2sh_p2wpkh']

function isAccepted(address: string, text: string, signature: string): boolean {
  try {
    bitcoin.verify({ address, text, signature, envelope: undefined })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** A text to sign in with, and texts that are made from the payment itself. */
function textsOf({ id, base64 }: SignedPayment): string[] {
  return ['', 'Sign in', id, base64]
}

describe('payments', () => {
  for (const type of TYPES) {
    const { key, address } = newBitcoinAccount(type)

    test(`made by btc-signer do not sign in: ${type}`, () => {
      const signed = payments(key)
      assert.ok(signed.length >= 12)
      for (const payment of signed)
        for (const text of textsOf(payment))
          for (const signature of [
            payment.full,
            payment.simple,
            payment.simple.slice(3),
            ...compactSignatures(payment),
          ])
            assert.equal(isAccepted(address, text, signature), false, `${payment.title}: ${signature}`)
    })

    test(`are not made by signing in: ${type}`, () => {
      const signature = writeFull(signToSign(key, 'Sign in'))
      assert.equal(isAccepted(address, 'Sign in', signature), true)
      const { inputs, outputs } = readPayment(signature)
      // The transaction that it spends pays nothing and spends an output that cannot exist.
      assert.deepEqual([inputs.length, outputs.map(({ amount }) => amount)], [1, [0n]])
    })

    test(`do not sign in with the signature of a payment in the transaction that was asked for: ${type}`, () => {
      for (const payment of payments(key)) {
        const asked = signToSign(key, 'Sign in')
        assert.equal(isAccepted(address, 'Sign in', writeFull(spendsWith(asked, payment))), false, payment.title)
      }
    })
  }
})
