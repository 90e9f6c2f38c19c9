import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleMessage } from '../../../test/support/hostile-messages.ts'
import { AppError } from '../error/errors.ts'
import { DOMAIN_MAX, MESSAGE_MAX_BYTES } from '../limits.ts'
import { isMessageDomain, type Message, messageFor, readMessage, writeMessage } from './message.ts'

const text = writeMessage(exampleMessage)
const proofFor = { clientId: 'app_1-x', nonceHash: 'Zm9vYmFy_-'.padEnd(43, 'x') }
const appText = writeMessage({ ...exampleMessage, proofFor })

/** The reason the reader gives, or "read". */
function reasonFor(input: string): string {
  try {
    readMessage(input, 'eip155')
    return 'read'
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'message_malformed') throw error
    return /^The message cannot be accepted: (.*)\.$/.exec(error.detail ?? '')?.[1] ?? `no reason: ${error.detail}`
  }
}

const firstLines = (count: number) => text.split('\n').slice(0, count).join('\n')
const withLine = (from: string, to: string) => text.replace(from, to)

const REASONS: [reason: string, text: string][] = [
  ['longer than a message can be', 'x'.repeat(MESSAGE_MAX_BYTES + 1)],
  ['the first line is not the agreed one', ''],
  ['the first line is not the agreed one', withLine('account:', 'account')],
  ['the domain has another form', withLine('localhost:3000', 'local_host')],
  ['the address has another form', firstLines(1)],
  ['the address has another form', withLine('0xaB', 'x0xaB')],
  ['no empty line after the address', firstLines(2)],
  ['the statement has another form', firstLines(3)],
  ['the statement has another form', withLine('\nx\n', '\n"\n')],
  ['no empty line after the statement', firstLines(4)],
  ['expected "URI:"', firstLines(5)],
  ['the URI has another form', withLine('URI: http://', 'URI: ftp://')],
  ['the URI has another form', withLine('URI: http://', 'URI: xhttp://')],
  ['the URI has another form', withLine('URI: http://', `URI: http://${'a'.repeat(300)}`)],
  ['the version is not 1', firstLines(6)],
  ['the version is not 1', withLine('Version: 1', 'Version: 2')],
  ['expected "Chain ID:"', firstLines(7)],
  ['the chain id has another form', withLine('Chain ID: 1', 'Chain ID: 1x')],
  ['the chain id has another form', withLine('Chain ID: 1', `Chain ID: 1${'0'.repeat(16)}`)],
  ['the chain id is too large', withLine('Chain ID: 1', 'Chain ID: 9007199254740992')],
  ['expected "Nonce:"', firstLines(8)],
  ['the nonce has another form', withLine('Nonce: abcdefghijklmnop', 'Nonce: abcdefg')],
  ['the nonce has another form', withLine('Nonce: abcdefghijklmnop', 'Nonce: -bcdefghijklmnop')],
  ['the nonce has another form', withLine('Nonce: abcdefghijklmnop', 'Nonce: abcdefghijklmno-')],
  ['expected "Issued At:"', firstLines(9)],
  ['a time has another form', withLine('Issued At: 2026', 'Issued At: 12026')],
  ['a time has another form', withLine('10:00:00.000Z', '10:00:00.Z')],
  ['a time has another form', withLine('10:00:00.000Z', '10:00:00.abcZ')],
  ['a time does not exist', withLine('Issued At: 2026-11-15', 'Issued At: 2026-02-30')],
  ['a time does not exist', withLine('Issued At: 2026-11-15', 'Issued At: 2026-13-15')],
  ['a time does not exist', withLine('T10:00:00', 'T24:00:00')],
  ['a time does not exist', withLine('T10:00:00', 'T10:60:00')],
  ['a time does not exist', withLine('T10:00:00', 'T10:00:60')],
  ['the request id has another form', withLine('Request ID: chl_1', 'Request ID: ')],
  ['the request id has another form', withLine('Request ID: chl_1', 'Request ID: %chl_1')],
  ['the request id has another form', withLine('Request ID: chl_1', 'Request ID: chl_1%')],
  ['the request id has another form', withLine('Request ID: chl_1', `Request ID: ${'a'.repeat(65)}`)],
  ['more than a message holds', text.replace('Request ID: ', 'Not Before: ')],
  ['more than a message holds', `${text}\n`],
  ['more than a message holds', `${text}\nNot Before: 2026-11-15T10:00:00.000Z`],
  ['more than a message holds', `${appText}\n- https://example.com`],
  ['expected "- urn:countersign:app:"', `${text}\nResources:`],
  ['expected "- urn:countersign:app:"', appText.replace('- urn:countersign:app:', '- urn:other:app:')],
  ['expected "- urn:countersign:nonce:"', appText.split('\n').slice(0, -1).join('\n')],
  ['expected "- urn:countersign:nonce:"', appText.replace('- urn:countersign:nonce:', '')],
  ['the app has another form', appText.replace('app_1-x', 'ab')],
  ['the app has another form', appText.replace('app_1-x', 'a'.repeat(65))],
  ['the app has another form', appText.replace('app_1-x', '%app_1-x')],
  ['the app has another form', appText.replace('app_1-x', 'app_1-x%')],
  ['the hash has another form', appText.slice(0, -1)],
  ['the hash has another form', `${appText}x`],
  ['the hash has another form', appText.replace('Zm9', '%Zm9')],
  ['the hash has another form', `${appText}%`],
]

describe('readMessage', () => {
  for (const [index, [reason, input]] of REASONS.entries())
    test(`rejects a text because "${reason}" (${index + 1})`, () => assert.equal(reasonFor(input), reason))

  test('reads a message of maximum length', () => {
    const long: Message = {
      ...exampleMessage,
      domain: `${'d'.repeat(253)}:65535`,
      uri: `https://${'u'.repeat(290)}`,
      nonce: 'n'.repeat(64),
      requestId: 'r'.repeat(64),
    }
    const short = MESSAGE_MAX_BYTES - writeMessage(long).length + 1
    const longest = { ...long, statement: 's'.repeat(short) }
    assert.equal(writeMessage(longest).length, MESSAGE_MAX_BYTES)
    assert.deepEqual(readMessage(writeMessage(longest), 'eip155'), longest)
    assert.equal(reasonFor(writeMessage({ ...longest, statement: 's'.repeat(short + 1) })), REASONS[0]?.[0])
  })

  test('reads values at the limits of their form', () => {
    const limits: Partial<Message>[] = [
      { domain: 'a' },
      { domain: '[::]' },
      { domain: 'a-1.example:9' },
      { uri: `https://${'~'.repeat(300)}` },
      { uri: 'http://!' },
      { nonce: '01234567' },
      { statement: 's' },
      { statement: `Az09 -._~:/?#[]@!$&'()*+,;=` },
      { requestId: 'a' },
      { requestId: 'AZaz09_.~:@-'.padEnd(64, 'x') },
      { issuedAt: '2026-11-15T10:00:00Z' },
      { issuedAt: '2024-02-29T23:59:59.123456789Z' },
      { proofFor: { ...proofFor, clientId: 'abc' } },
      { proofFor: { ...proofFor, clientId: 'Z'.repeat(64) } },
    ]
    for (const limit of limits) {
      const message = { ...exampleMessage, ...limit }
      assert.deepEqual(readMessage(writeMessage(message), 'eip155'), message)
    }
  })
})

describe('a proof for an app', () => {
  test('names the app and the hash of its nonce as Resources', () => {
    assert.equal(
      appText,
      `${text}\nResources:\n- urn:countersign:app:app_1-x\n- urn:countersign:nonce:${proofFor.nonceHash}`,
    )
    assert.deepEqual(readMessage(appText, 'eip155'), { ...exampleMessage, proofFor })
  })

  test('takes the app and the hash from the challenge', () => {
    const { requestId = '', expirationTime = '', statement = '', ...message } = exampleMessage
    const { namespace, address, chainId: chain, ...fields } = message
    const challenge = { ...fields, id: requestId, expiresAt: expirationTime, statement, token: 'x', boundTo: null }
    const account = { namespace, chain, address }
    assert.deepEqual(messageFor({ ...challenge, purpose: 'app_proof', proofFor }, account), {
      ...exampleMessage,
      proofFor,
    })
    assert.deepEqual(messageFor({ ...challenge, purpose: 'sign_in' }, account), exampleMessage)
  })
})

describe('isMessageDomain', () => {
  test('accepts host names, IP addresses and ports', () => {
    for (const domain of ['a', 'localhost', 'a.example:65535', '127.0.0.1:1', '[::1]', '[2001:db8::1]:3000'])
      assert.equal(isMessageDomain(domain), true, domain)
  })

  test('rejects what wallets do not accept as a domain', () => {
    const others = [
      '',
      '-a',
      'a-',
      'a.',
      '.a',
      'a_b',
      'a:0',
      'a:01',
      'a:123456',
      'a:b',
      'a/b',
      'b@a',
      'x[::1]',
      '[::1]x',
    ]
    for (const domain of [...others, '[:]', '[g::]', `[${':'.repeat(46)}]`, 'a b', 'a\n'])
      assert.equal(isMessageDomain(domain), false, domain)
  })

  test('rejects a domain that is too long', () => {
    assert.equal(isMessageDomain('a'.repeat(DOMAIN_MAX)), true)
    assert.equal(isMessageDomain('a'.repeat(DOMAIN_MAX + 1)), false)
  })
})
