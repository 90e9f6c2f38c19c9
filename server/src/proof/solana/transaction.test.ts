import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { buildEnvelopeV0, buildEnvelopeV1 } from '@countersign/contract/family/solana-envelope.ts'
import { type Message, writeMessage } from '@countersign/contract/message/message.ts'
import { newSolanaAccount } from '../../../../test/support/families/solana.ts'
import {
  decodeTransaction,
  encodeTransaction,
  type TransactionMessage,
} from '../../../../test/support/families/solana-transaction.ts'
import { exampleMessage, hostileMessages } from '../../../../test/support/hostile-messages.ts'
import { solana } from './family.ts'

const account = newSolanaAccount()
const { address, publicKey } = account

const message: Message = { ...exampleMessage, namespace: 'solana', address, chainId: 'mainnet' }

/** A transfer of lamports, and a memo that holds the text of a sign-in. */
function transactionsOf(text: string): TransactionMessage[] {
  const blockhash = createHash('sha256').update('block').digest()
  const [recipient, system] = [Buffer.alloc(32, 9), Buffer.alloc(32)]
  const transfer = Buffer.from('020000000100000000000000', 'hex')
  const shared = { signers: 1, readonlySigners: 0, readonlyOthers: 1, blockhash }
  const payment = { ...shared, keys: [publicKey, recipient, system] }
  const memo = { ...shared, keys: [publicKey, Buffer.alloc(32, 5)] }
  const memoData = Buffer.from(text).subarray(0, 120)
  return (['legacy', 0] as const).flatMap((version): TransactionMessage[] => [
    { ...payment, version, instructions: [{ program: 2, accounts: [0, 1], data: transfer }] },
    { ...memo, version, instructions: [{ program: 1, accounts: [0], data: memoData }] },
    { ...memo, version, instructions: [] },
  ])
}

describe('decodeTransaction', () => {
  test('reads back what is encoded', () => {
    for (const each of transactionsOf('memo')) assert.deepEqual(decodeTransaction(encodeTransaction(each)), each)
  })

  test('rejects changes that validators reject', () => {
    const [payment] = transactionsOf('memo')
    assert.ok(payment)
    const bytes = encodeTransaction(payment)
    for (const changed of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)]), Buffer.alloc(0)])
      assert.equal(decodeTransaction(changed), undefined)
    assert.equal(decodeTransaction(encodeTransaction({ ...payment, signers: 4 })), undefined)
    assert.equal(decodeTransaction(encodeTransaction({ ...payment, readonlySigners: 1 })), undefined)
  })
})

describe('what a Solana wallet signs here', () => {
  const messages = [
    message,
    { ...message, domain: 'a.io', statement: undefined },
    { ...message, domain: '1.1.1.1', statement: 'x'.repeat(300) },
    { ...message, domain: '[::1]:3000' },
    { ...message, domain: '0.example', chainId: 'solana:mainnet', requestId: undefined, expirationTime: undefined },
  ]

  test('is never a transaction, as a text or as an off-chain message', () => {
    for (const each of messages) {
      const text = writeMessage(each)
      const envelopes = [
        buildEnvelopeV0({ signer: publicKey, text, format: 0 }),
        buildEnvelopeV0({ signer: publicKey, text, format: 1, applicationDomain: publicKey }),
        buildEnvelopeV1({ signer: publicKey, text }),
      ]
      for (const bytes of [Buffer.from(text), ...envelopes]) assert.equal(decodeTransaction(bytes), undefined)
    }
  })

  test('asks for more signers than fit, whatever the first characters of the domain are', () => {
    const rest = writeMessage(message).slice(3)
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))
    // At most 1,024 bytes hold 32 keys, and the first byte of a text is at least 0x20 as a number of signers.
    for (const first of printable)
      for (const fourth of printable)
        assert.equal(decodeTransaction(Buffer.from(`${first}${first}${first}${fourth}${rest}`)), undefined)
  })

  test('is never a transaction when it is hostile', () => {
    for (const { text } of hostileMessages(message)) assert.equal(decodeTransaction(Buffer.from(text)), undefined)
  })
})

describe('a signature over a transaction', () => {
  const text = writeMessage(message)
  const signatures = transactionsOf(text).map((each) => {
    const bytes = encodeTransaction(each)
    return { bytes, signature: account.signBytes(bytes) }
  })

  test('is rejected for the text', () => {
    for (const { signature } of signatures)
      assert.throws(() => solana.verify({ address, text, signature, envelope: undefined }), {
        code: 'signature_invalid',
      })
  })

  test('is rejected with an off-chain message of the text', () => {
    for (const build of [buildEnvelopeV0, buildEnvelopeV1]) {
      const envelope = Buffer.from(build({ signer: publicKey, text })).toString('base64')
      for (const { signature } of signatures)
        assert.throws(() => solana.verify({ address, text, signature, envelope }), { code: 'signature_invalid' })
    }
  })

  test('is rejected with the transaction in place of the off-chain message', () => {
    for (const { bytes, signature } of signatures)
      for (const each of [bytes, Buffer.concat([bytes, Buffer.from(text)])]) {
        const signed = each === bytes ? signature : account.signBytes(each)
        assert.throws(() => solana.verify({ address, text, signature: signed, envelope: each.toString('base64') }), {
          code: 'signature_malformed',
        })
      }
  })
})
