import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleMessage } from '../../../test/support/hostile-messages.ts'
import { type Message, readMessage, writeMessage } from './message.ts'

const address = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'
const message: Message = { ...exampleMessage, namespace: 'solana', address, chainId: 'mainnet' }

// As `solana:signIn` lays it out (anza-xyz/wallet-standard, packages/core/util/src/signIn.ts).
const fields = [
  'URI: http://localhost:3000',
  'Version: 1',
  'Chain ID: mainnet',
  'Nonce: abcdefghijklmnop',
  'Issued At: 2026-11-15T10:00:00.000Z',
  'Expiration Time: 2026-11-15T10:10:00.000Z',
  'Request ID: chl_1',
].join('\n')
const head = `localhost:3000 wants you to sign in with your Solana account:\n${address}`

const malformed = (reason: string) => ({
  code: 'message_malformed',
  detail: `The message cannot be accepted: ${reason}.`,
})

describe('the message of a Solana wallet', () => {
  test('is written and read as wallets write it', () => {
    const text = `${head}\n\nx\n\n${fields}`
    assert.equal(writeMessage(message), text)
    assert.deepEqual(readMessage(text, 'solana'), message)
  })

  test('has one empty line before its fields when it has no statement', () => {
    const text = `${head}\n\n${fields}`
    const bare = { ...message, statement: undefined }
    assert.equal(writeMessage(bare), text)
    assert.deepEqual(readMessage(text, 'solana'), bare)
    assert.throws(
      () => readMessage(`${head}\n\n\n${fields}`, 'solana'),
      malformed('it does not read back as it was written'),
    )
  })

  test('is rejected without fields, with a statement of two paragraphs and in the layout of Ethereum', () => {
    const texts = [
      head,
      `${head}\n`,
      `${head}\n\nx`,
      `${head}\n\nx\n\ny\n\n${fields}`,
      `${head}\n\nURI: x\n\n${fields}`,
    ]
    for (const text of texts) assert.throws(() => readMessage(text, 'solana'), { code: 'message_malformed' }, text)
    assert.throws(() => readMessage(writeMessage({ ...exampleMessage }), 'solana'), { code: 'message_malformed' })
    assert.throws(() => readMessage(writeMessage(message), 'eip155'), { code: 'message_malformed' })
  })

  test('keeps both spellings of the network', () => {
    for (const chainId of ['mainnet', 'solana:mainnet'])
      assert.equal(readMessage(writeMessage({ ...message, chainId }), 'solana').chainId, chainId)
  })

  test('has no such layout on Ethereum', () => {
    const bare = writeMessage({ ...exampleMessage, statement: undefined })
    assert.equal(readMessage(bare, 'eip155').statement, undefined)
    assert.throws(
      () => readMessage(bare.replace('\n\n\n', '\n\n'), 'eip155'),
      malformed('no empty line after the statement'),
    )
  })
})
