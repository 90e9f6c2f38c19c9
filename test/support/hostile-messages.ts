/** Messages that a strict server must reject: each is a valid message with one error. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { chainOf, families, type Namespace } from '@countersign/contract/family/family.ts'
import { STATEMENT_MAX } from '@countersign/contract/limits.ts'
import { type Message, writeMessage } from '@countersign/contract/message/message.ts'
import { bitcoinRows } from './families/hostile-bitcoin.ts'
import { ethereumRows } from './families/hostile-ethereum.ts'
import type { HostileRow as Row } from './families/hostile-row.ts'
import { solanaRows } from './families/hostile-solana.ts'

/** Used for the titles; each test builds its text from a real challenge. */
export const exampleMessage: Message = {
  namespace: 'eip155',
  domain: 'localhost:3000',
  address: `0x${'aB'.repeat(20)}`,
  statement: 'x',
  uri: 'http://localhost:3000',
  chainId: '1',
  nonce: 'abcdefghijklmnop',
  issuedAt: '2026-11-15T10:00:00.000Z',
  expirationTime: '2026-11-15T10:10:00.000Z',
  requestId: 'chl_1',
}

export type HostileMessage = { title: string; text: string; code: ErrorCode; account: string }

/** Addresses and chains, which every family writes in its own way. */
const familyRows: Record<Namespace, (message: Message) => Row[]> = {
  eip155: ethereumRows,
  solana: solanaRows,
  bip122: bitcoinRows,
}

/** `message` is what challenge and account produce. */
export function hostileMessages(message: Message): HostileMessage[] {
  const { namespace, chainId, address } = message
  const own = formatAccount({ namespace, chain: chainOf(namespace, chainId) ?? chainId, address })
  return [
    ...bytes(message),
    ...firstLine(message),
    ...addresses(message),
    ...statements(message),
    ...order(message),
    ...versions(message),
    ...familyRows[namespace](message),
    ...noncesAndIds(message),
    ...times(message),
    ...uris(message),
    ...extras(message),
  ].map(([title, text, code = 'message_malformed', account = own]) => ({ title, text, code, account }))
}

function bytes(message: Message): Row[] {
  const text = writeMessage(message)
  return [
    ['CRLF line endings', text.replaceAll('\n', '\r\n'), 'invalid_body'],
    ['a CR in the statement', withStatement(message, 'Sign in\rto us'), 'invalid_body'],
    ['a byte order mark', `\uFEFF${text}`, 'invalid_body'],
    ['a leading space', ` ${text}`],
    ['a leading LF', `\n${text}`],
    ['a trailing LF', `${text}\n`],
    ['a trailing space', `${text} `],
    ['a trailing NUL', `${text}\0`, 'invalid_body'],
    ['a junk line at the end', `${text}\njunk`],
    ['a junk paragraph at the end', `${text}\n\njunk`],
    ['a second message appended', `${text}\n${text}`.slice(0, 1024)],
    ['only line feeds', '\n'.repeat(1024)],
    ['only labels', 'URI: '.repeat(204)],
    ['one line', 'x'],
    ['no line feeds', text.replaceAll('\n', ' ')],
    ['1,025 bytes', text.padEnd(1025, 'x'), 'invalid_body'],
    ['an empty message', '', 'invalid_body'],
  ]
}

function firstLine(message: Message): Row[] {
  const text = writeMessage(message)
  const withDomain = (domain: string) => text.replace(message.domain, domain)
  const otherName = families[message.namespace === 'eip155' ? 'solana' : 'eip155'].name
  const malformed = ['', 'user@localhost:3000', 'localhost:', 'localhost:03000', 'localhost:123456', '%6Cocalhost:3000']
  const others = [
    'localhost',
    'localhost:3001',
    'LOCALHOST:3000',
    'evil.example',
    'xn--lcalhost-p6a:3000',
    '[::1]:3000',
  ]
  return [
    ...malformed.map((domain): Row => [`the domain "${domain}"`, withDomain(domain)]),
    ...others.map((domain): Row => [`the domain "${domain}"`, withDomain(domain), 'domain_mismatch']),
    ['an underscore in the domain', withDomain('local_host:3000')],
    ['a comma in the domain', withDomain('localhost:3000,evil.example')],
    ['a space in the domain', withDomain('evil.example localhost:3000')],
    ['a homoglyph in the domain', withDomain('lоcalhost:3000'), 'invalid_body'],
    ['a zero-width space in the domain', withDomain('local\u200Bhost:3000'), 'invalid_body'],
    ['a right-to-left override in the domain', withDomain('\u202Elocalhost:3000'), 'invalid_body'],
    ['the scheme https', `https://${text}`],
    ['the scheme http', `http://${text}`],
    ['the scheme javascript', `javascript://${text}`],
    ['another preamble', text.replace(`${families[message.namespace].name} account`, 'Dogecoin account')],
    [
      'the preamble of another family',
      text.replace(`${families[message.namespace].name} account`, `${otherName} account`),
    ],
    ['a preamble in capitals', text.replace(' wants you', ' Wants you')],
    ['a preamble without its colon', text.replace('account:', 'account')],
    ['a preamble with a trailing space', text.replace('account:', 'account: ')],
    ['a double space in the preamble', text.replace(' wants', '  wants')],
  ]
}

function addresses(message: Message): Row[] {
  const text = writeMessage(message)
  const { address } = message
  return [
    ['a space after the address', text.replace(address, `${address} `)],
    ['a space before the address', text.replace(address, ` ${address}`)],
    ['a name instead of the address', text.replace(address, 'someone.eth')],
    ['no address', text.replace(address, '')],
    ['no line between address and statement', text.replace(`${address}\n\n`, `${address}\n`)],
    ['two addresses', text.replace(address, `${address}\n${address}`)],
  ]
}

function withStatement(message: Message, statement: string | undefined): string {
  return writeMessage({ ...message, statement })
}

function statements(message: Message): Row[] {
  const unprintable = { unicode: 'é', NUL: '\0', ESC: '\x1b', TAB: '\t', DEL: '\x7f', 'U+2028': '\u2028' }
  const forged = `Harmless\n\nURI: ${message.uri}\nVersion: 1\nChain ID: ${message.chainId}`
  return [
    ...Object.entries(unprintable).map(([name, character]): Row => {
      return [`${name} in the statement`, withStatement(message, `Sign in ${character}`), 'invalid_body']
    }),
    ...[...'"%<>\\^{}|`'].map((character): Row => {
      return [`${character} in the statement`, withStatement(message, `Sign in ${character}`)]
    }),
    ['a statement of two lines', withStatement(message, 'Sign in\nto us')],
    ['a block of fields in the statement', withStatement(message, forged)],
    ['an empty statement', withStatement(message, '')],
    [`a statement of ${STATEMENT_MAX + 1} characters`, withStatement(message, 'x'.repeat(STATEMENT_MAX + 1))],
    ['another statement', withStatement(message, 'Give me everything.'), 'statement_mismatch'],
    ['no statement', withStatement(message, undefined), 'statement_mismatch'],
    ['a statement with one more space', withStatement(message, `${message.statement} `), 'statement_mismatch'],
  ]
}

function order(message: Message): Row[] {
  const lines = writeMessage(message).split('\n')
  const labels = ['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At', 'Expiration Time', 'Request ID']
  const indexOf = (label: string) => lines.findIndex((line) => line.startsWith(`${label}: `))
  const rows: Row[] = []
  for (const [place, label] of labels.entries()) {
    const index = indexOf(label)
    const line = lines[index] ?? ''
    const change = (...replacement: string[]) => lines.toSpliced(index, 1, ...replacement).join('\n')
    rows.push([`${label} twice`, change(line, line)])
    rows.push([`${label} in lower case`, change(line.replace(label, label.toLowerCase()))])
    rows.push([`${label} without a space`, change(line.replace(': ', ':'))])
    rows.push([`${label} with two spaces`, change(line.replace(': ', ':  '))])
    rows.push([`${label} with a space after it`, change(`${line} `)])
    rows.push([`${label} without a value`, change(`${label}: `)])
    const previous = labels[place - 1]
    if (previous) {
      const swapped = [...lines]
      swapped[index - 1] = line
      swapped[index] = lines[index - 1] ?? ''
      rows.push([`${label} before ${previous}`, swapped.join('\n')])
    }
    if (label === 'Expiration Time') rows.push([`no ${label}`, change(), 'challenge_expired'])
    else if (label === 'Request ID') rows.push([`no ${label}`, change(), 'challenge_unknown'])
    else rows.push([`no ${label}`, change()])
  }
  return rows
}

function versions(message: Message): Row[] {
  const text = writeMessage(message)
  return ['2', '1.0', '01', '1 ', '', '1\nVersion: 2'].map((version): Row => {
    return [`version "${version}"`, text.replace('Version: 1', `Version: ${version}`)]
  })
}

function noncesAndIds(message: Message): Row[] {
  const text = writeMessage(message)
  const nonce = (value: string) => text.replace(message.nonce, value)
  const id = (value: string) => text.replace(`Request ID: ${message.requestId}`, `Request ID: ${value}`)
  const last = message.nonce.endsWith('A') ? 'B' : 'A'
  return [
    ['a nonce of 7 characters', nonce('abcdefg')],
    ['a nonce with a hyphen', nonce(`${message.nonce.slice(0, -1)}-`)],
    ['a nonce of 65 characters', nonce('a'.repeat(65))],
    ['another nonce', nonce('abcdefgh'), 'nonce_mismatch'],
    ['a nonce with one other character', nonce(message.nonce.slice(0, -1) + last), 'nonce_mismatch'],
    ['a longer nonce', nonce(`${message.nonce}0`), 'nonce_mismatch'],
    ['a request id with a space', id('chl 1')],
    ['a request id with a percent', id('chl%5F1')],
    ['another request id', id('chl_01ARZ3NDEKTSV4RRFFQ69G5FAV'), 'challenge_unknown'],
    ['a request id in lower case', id(String(message.requestId).toLowerCase()), 'challenge_unknown'],
  ]
}

function times(message: Message): Row[] {
  const wrong = {
    'February 30': '2026-02-30T10:00:00.000Z',
    'February 29 of a common year': '2026-02-29T10:00:00.000Z',
    'month 13': '2026-13-01T10:00:00.000Z',
    'month 0': '2026-00-10T10:00:00.000Z',
    'day 0': '2026-11-00T10:00:00.000Z',
    '24:00': '2026-11-15T24:00:00.000Z',
    'minute 60': '2026-11-15T10:60:00.000Z',
    'a leap second': '2026-11-15T23:59:60.000Z',
    'a lower-case t': '2026-11-15t10:00:00.000Z',
    'a lower-case z': '2026-11-15T10:00:00.000z',
    'an offset': '2026-11-15T10:00:00.000+00:00',
    'a date only': '2026-11-15',
    'no seconds': '2026-11-15T10:00Z',
    'a space for the T': '2026-11-15 10:00:00.000Z',
    'ten digits of a second': '2026-11-15T10:00:00.0000000000Z',
    'a year of five digits': '12026-11-15T10:00:00.000Z',
    garbage: 'yesterday',
    NaN: 'NaN',
    'milliseconds since 1970': '1794736800000',
  }
  const others = ['2099-01-01T00:00:00.000Z', '2001-01-01T00:00:00.000Z', message.issuedAt.replace('.000Z', 'Z')]
  return [
    ...Object.entries(wrong).map(([name, time]): Row => {
      return [`${name} as Issued At`, writeMessage({ ...message, issuedAt: time })]
    }),
    ...Object.entries(wrong).map(([name, time]): Row => {
      return [`${name} as Expiration Time`, writeMessage({ ...message, expirationTime: time })]
    }),
    ...others.map((time): Row => [`Issued At ${time}`, writeMessage({ ...message, issuedAt: time })]),
    ['a later expiry', writeMessage({ ...message, expirationTime: '2099-01-01T00:00:00.000Z' }), 'challenge_expired'],
  ]
}

function uris(message: Message): Row[] {
  const withUri = (uri: string) => writeMessage({ ...message, uri })
  const malformed = ['/sign-in', 'localhost:3000', 'javascript:alert(1)', 'data:text/html,x', 'not a uri', 'http://']
  const others = [
    'http://localhost:3000/',
    'https://localhost:3000',
    'http://localhost:3000/sign-in',
    'HTTP://localhost:3000',
    'http://localhost:3000#x',
    'https://evil.example',
    'http://evil.example@localhost:3000',
    'http://127.0.0.1:3000',
  ]
  return [
    ...malformed.map((uri): Row => [`the URI "${uri}"`, withUri(uri)]),
    ['a URI with a space', withUri('http://localhost:3000/a b')],
    ...others.map((uri): Row => {
      return [`the URI "${uri}"`, withUri(uri), uri.startsWith('HTTP') ? 'message_malformed' : 'domain_mismatch']
    }),
  ]
}

function extras(message: Message): Row[] {
  const text = writeMessage(message)
  const expiry = `Expiration Time: ${message.expirationTime}\n`
  return [
    ['Not Before', text.replace(expiry, `${expiry}Not Before: ${message.issuedAt}\n`)],
    ['Not Before at the end', `${text}\nNot Before: ${message.issuedAt}`],
    ['Resources', `${text}\nResources:\n- https://example.com`],
    ['empty Resources', `${text}\nResources:`],
    ['Resources with another bullet', `${text}\nResources:\n* https://example.com`],
    ['the expiry after Resources', `${text.replace(expiry, '')}\nResources:\n${expiry.trimEnd()}`],
    ['an unknown field', `${text}\nAdmin: true`],
    ['an empty line between the fields', text.replace('\nNonce: ', '\n\nNonce: ')],
    ['an empty line before the fields', text.replace('\nURI: ', '\n\nURI: ')],
  ]
}
