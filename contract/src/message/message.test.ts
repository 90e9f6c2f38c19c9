import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hostileMessages } from '../../../test/support/hostile-messages.ts'
import { AppError } from '../error/errors.ts'
import type { Account } from '../family/account.ts'
import { BITCOIN_MAINNET, SOLANA_MAINNET } from '../family/family.ts'
import { DOMAIN_MAX, INSTANCE_NAME_MAX, NONCE_LENGTH, STATEMENT_MAX } from '../limits.ts'
import type { Challenge } from '../routes/challenge.ts'
import { type Message, messageFor, readMessage, writeMessage } from './message.ts'
import { statementFor } from './statement.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const challenge: Challenge = {
  id: 'chl_01KA3B8Q00ABCDEFGHJKMNPQRS',
  token: 'x',
  purpose: 'sign_in',
  boundTo: null,
  nonce: 'abcdefghijklmnopqrstuvwx',
  domain: 'localhost:3000',
  uri: 'http://localhost:3000',
  statement: statementFor('sign_in', { name: 'Countersign', domain: 'localhost:3000' }),
  issuedAt: '2026-11-15T10:00:00.000Z',
  expiresAt: '2026-11-15T10:10:00.000Z',
}

const message = messageFor(challenge, { namespace: 'eip155', chain: '1', address })

function rejectionReason(text: string): string {
  try {
    readMessage(text, 'eip155')
    return 'read'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

const LONGEST_ACCOUNTS: Account[] = [
  { namespace: 'eip155', chain: String(Number.MAX_SAFE_INTEGER), address },
  { namespace: 'solana', chain: SOLANA_MAINNET, address: 'S'.repeat(44) },
  { namespace: 'bip122', chain: BITCOIN_MAINNET, address: 'b'.repeat(90) },
]

describe('writeMessage', () => {
  test('writes the format of ERC-4361', () => {
    assert.equal(
      writeMessage(message),
      `localhost:3000 wants you to sign in with your Ethereum account:
0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266

Sign in to Countersign. Signing is free and does not send a transaction or give access to your funds.

URI: http://localhost:3000
Version: 1
Chain ID: 1
Nonce: abcdefghijklmnopqrstuvwx
Issued At: 2026-11-15T10:00:00.000Z
Expiration Time: 2026-11-15T10:10:00.000Z
Request ID: chl_01KA3B8Q00ABCDEFGHJKMNPQRS`,
    )
  })

  test('is read back by readMessage', () => {
    assert.deepEqual(readMessage(writeMessage(message), 'eip155'), message)
  })

  test('omits missing optional fields', () => {
    const minimal: Message = { ...message, statement: undefined, expirationTime: undefined, requestId: undefined }
    assert.deepEqual(readMessage(writeMessage(minimal), 'eip155'), minimal)
  })

  test('accepts the largest safe integer as chain ID', () => {
    const largestChain = { ...message, chainId: String(Number.MAX_SAFE_INTEGER) }
    assert.deepEqual(readMessage(writeMessage(largestChain), 'eip155'), largestChain)
  })

  test('accepts an IPv6 literal with a port', () => {
    const ipv6 = { ...message, domain: '[::1]:3000', uri: 'http://[::1]:3000' }
    assert.deepEqual(readMessage(writeMessage(ipv6), 'eip155'), ipv6)
  })

  test('fits in its maximum with the longest domain, statement, address and chain', () => {
    const domain = `${'a'.repeat(DOMAIN_MAX - 14)}.example:65535`
    assert.equal(domain.length, DOMAIN_MAX)
    const fields = { domain, uri: `https://${domain}`, nonce: 'n'.repeat(NONCE_LENGTH) }
    const statement = 's'.repeat(STATEMENT_MAX)
    for (const account of LONGEST_ACCOUNTS) {
      const longest = messageFor({ ...challenge, ...fields, statement }, account)
      assert.deepEqual(readMessage(writeMessage(longest), account.namespace), longest)
    }
  })

  test('fits in its maximum with the longest proof for an app', () => {
    const subject = 'c'.repeat(64)
    const domain = 'd'.repeat(DOMAIN_MAX)
    const statement = statementFor('app_proof', { name: 'n'.repeat(INSTANCE_NAME_MAX), domain }, { subject })
    const fields = { domain, uri: `https://${domain}`, nonce: 'n'.repeat(NONCE_LENGTH), statement }
    const proofFor = { clientId: subject, nonceHash: 'h'.repeat(43) }
    for (const account of LONGEST_ACCOUNTS) {
      const longest = messageFor({ ...challenge, ...fields, proofFor }, account)
      assert.deepEqual(readMessage(writeMessage(longest), account.namespace), longest)
    }
  })
})

// Well-formed messages that differ from the challenge are rejected by the comparison with it.
const COMPARED = /^(?:Issued At 20|another chain than the proof names)/

describe('readMessage', () => {
  for (const { title, text, code } of hostileMessages(message)) {
    const malformed = (code === 'message_malformed' && !COMPARED.test(title)) || code === 'invalid_body'
    test(`${malformed ? 'rejects' : 'accepts'} ${title}`, () => {
      assert.equal(rejectionReason(text), malformed ? 'message_malformed' : 'read')
    })
  }

  test('reads hostile text in linear time', () => {
    // CPU time, which other processes do not affect.
    const before = process.cpuUsage()
    for (const part of ['URI: ', '\n', 'a.', '- ', '0x', ' wants you to sign in'])
      for (let round = 0; round < 20; round++) rejectionReason(part.repeat(Math.floor(64_000 / part.length)))
    assert.ok(process.cpuUsage(before).user < 3_000_000)
  })
})
