/** Builds and strictly parses the message that a wallet signs: ERC-4361, and its layout in other chain families. */

import { AppError } from '../error/errors.ts'
import type { Account } from '../family/account.ts'
import { chainIdOf, families, type Namespace } from '../family/family.ts'
import { DOMAIN_MAX, MESSAGE_MAX_BYTES, STATEMENT_MAX } from '../limits.ts'
import type { Challenge, ProofFor } from '../routes/challenge.ts'

export type Message = {
  namespace: Namespace
  domain: string
  address: string
  statement: string | undefined
  uri: string
  /** As written: a number for Ethereum, a name for the others. */
  chainId: string
  nonce: string
  issuedAt: string
  expirationTime: string | undefined
  requestId: string | undefined
  /** Resources; only in a proof for an app. */
  proofFor?: ProofFor
}

function preambleOf(namespace: Namespace): string {
  return ` wants you to sign in with your ${families[namespace].name} account:`
}

export function messageFor(challenge: Challenge, account: Account): Message {
  return {
    namespace: account.namespace,
    domain: challenge.domain,
    address: account.address,
    statement: challenge.statement,
    uri: challenge.uri,
    chainId: chainIdOf(account),
    nonce: challenge.nonce,
    issuedAt: challenge.issuedAt,
    expirationTime: challenge.expiresAt,
    requestId: challenge.id,
    ...(challenge.proofFor ? { proofFor: challenge.proofFor } : {}),
  }
}

export function writeMessage(message: Message): string {
  const { namespace, domain, address, uri, chainId, nonce, issuedAt, expirationTime, requestId, proofFor } = message
  let text = `${domain}${preambleOf(namespace)}\n${address}\n\n${writeStatement(message)}URI: ${uri}\nVersion: 1\n`
  text += `Chain ID: ${chainId}\nNonce: ${nonce}\nIssued At: ${issuedAt}`
  if (expirationTime !== undefined) text += `\nExpiration Time: ${expirationTime}`
  if (requestId !== undefined) text += `\nRequest ID: ${requestId}`
  return proofFor ? text + writeResources(proofFor) : text
}

/** Without a statement, ERC-4361 has an empty line in its place; Sign In With Solana has none. */
function writeStatement({ namespace, statement }: Message): string {
  if (statement !== undefined) return `${statement}\n\n`
  return namespace === 'solana' ? '' : '\n'
}

/** Rejects fields that no challenge produces: Not Before, other Resources and a scheme. */
export function readMessage(text: string, namespace: Namespace): Message {
  if (text.length > MESSAGE_MAX_BYTES) throw malformed('longer than a message can be')
  const lines = text.split('\n')
  let at = 0
  const next = () => lines[at++]

  const domain = before(next(), preambleOf(namespace))
  const address = matching(next(), families[namespace].address, 'address')
  if (next() !== '') throw malformed('no empty line after the address')
  const hasFieldsNext = namespace === 'solana' && lines[at]?.startsWith('URI: ')
  const statement = hasFieldsNext || lines[at] === '' ? undefined : matching(next(), STATEMENT, 'statement')
  if (!hasFieldsNext && next() !== '') throw malformed('no empty line after the statement')

  const message: Message = {
    namespace,
    domain: matching(domain, DOMAIN, 'domain'),
    address,
    statement,
    uri: matching(after(next(), 'URI: '), URI, 'URI'),
    chainId: chainId(after(versioned(next(), next), 'Chain ID: '), namespace),
    nonce: matching(after(next(), 'Nonce: '), /^[a-zA-Z0-9]{8,64}$/, 'nonce'),
    issuedAt: time(after(next(), 'Issued At: ')),
    expirationTime: lines[at]?.startsWith('Expiration Time: ') ? time(after(next(), 'Expiration Time: ')) : undefined,
    requestId: lines[at]?.startsWith('Request ID: ')
      ? matching(after(next(), 'Request ID: '), /^[a-zA-Z0-9_.~:@-]{1,64}$/, 'request id')
      : undefined,
    ...(lines[at] === 'Resources:' ? { proofFor: proofFor(lines.slice(at + 1, at + 3)) } : {}),
  }
  if (message.proofFor) at += 3
  if (at !== lines.length) throw malformed('more than a message holds')
  if (writeMessage(message) !== text) throw malformed('it does not read back as it was written')
  return message
}

function writeResources({ clientId, nonceHash }: ProofFor): string {
  return `\nResources:\n- ${APP}${clientId}\n- ${NONCE}${nonceHash}`
}

function proofFor([app, nonce]: string[]): ProofFor {
  return {
    clientId: matching(after(app, `- ${APP}`), /^[A-Za-z0-9_-]{3,64}$/, 'app'),
    nonceHash: matching(after(nonce, `- ${NONCE}`), /^[A-Za-z0-9_-]{43}$/, 'hash'),
  }
}

const APP = 'urn:countersign:app:'
const NONCE = 'urn:countersign:nonce:'

/** Wallets accept neither underscores nor a final dot. */
export function isMessageDomain(value: string): boolean {
  return value.length <= DOMAIN_MAX && DOMAIN.test(value)
}

const DOMAIN = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?|\[[0-9a-fA-F:.]{2,45}\])(?::[1-9][0-9]{0,4})?$/
const URI = /^https?:\/\/[!-~]{1,300}$/
// ERC-4361: reserved / unreserved / SP
export const STATEMENT = new RegExp(`^[A-Za-z0-9 \\-._~:/?#[\\]@!$&'()*+,;=]{1,${STATEMENT_MAX}}$`)
const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?Z$/

function before(line: string | undefined, end: string): string {
  if (!line?.endsWith(end)) throw malformed('the first line is not the agreed one')
  return line.slice(0, -end.length)
}

function after(line: string | undefined, label: string): string {
  if (!line?.startsWith(label)) throw malformed(`expected "${label.trim()}"`)
  return line.slice(label.length)
}

function matching(value: string | undefined, pattern: RegExp, what: string): string {
  if (value === undefined || !pattern.test(value)) throw malformed(`the ${what} has another form`)
  return value
}

function versioned(line: string | undefined, next: () => string | undefined): string | undefined {
  if (line !== 'Version: 1') throw malformed('the version is not 1')
  return next()
}

function chainId(value: string, namespace: Namespace): string {
  matching(value, families[namespace].chainId, 'chain id')
  if (namespace === 'eip155' && !Number.isSafeInteger(Number(value))) throw malformed('the chain id is too large')
  return value
}

function time(value: string): string {
  const seconds = TIME.exec(value)?.[1]
  if (seconds === undefined) throw malformed('a time has another form')
  const at = Date.parse(`${seconds}Z`)
  // Date.parse reads February 30 as a day in March, and 24:00 as the next day.
  if (Number.isNaN(at) || new Date(at).toISOString() !== `${seconds}.000Z`) throw malformed('a time does not exist')
  return value
}

function malformed(detail: string): AppError {
  return new AppError('message_malformed', { detail: `The message cannot be accepted: ${detail}.` })
}
