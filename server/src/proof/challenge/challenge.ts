/** Challenges are HMAC tokens: issuing one writes nothing, and only spent nonces are stored. */

import { hash } from 'node:crypto'
import { AppError } from '@countersign/contract/error/errors.ts'
import { type Account, formatAccount, parseAccount } from '@countersign/contract/family/account.ts'
import { chainOf } from '@countersign/contract/family/family.ts'
import { CHALLENGE_TTL_MS, ONE_STEP_SKEW_MS } from '@countersign/contract/limits.ts'
import { type Message, messageFor, readMessage, writeMessage } from '@countersign/contract/message/message.ts'
import { statementFor } from '@countersign/contract/message/statement.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { type Challenge, oneStepPurposes, type ProofFor, type Purpose } from '@countersign/contract/routes/challenge.ts'
import type { Context } from '../../context.ts'
import { newId, newNonce } from '../../platform/crypto/id.ts'
import { equalBytes } from '../../platform/crypto/keys.ts'
import { type Instance, readInstance } from '../../settings/read-settings.ts'
import type { Family } from '../family.ts'
import { loadFamily } from '../load-family.ts'
import { type BoundChallenge, readToken, writeToken } from './challenge-token.ts'

type Issue = {
  purpose: Purpose
  /** The value of the browser's binding cookie. */
  browser: string
  instanceName: string
  /** The action of a step-up, the session of a new wallet, the request of an app or the name of a new site. */
  boundTo?: string
  /** The action or app that the statement names. */
  subject?: string
  /** The session it belongs to, for actions of signed-in people. */
  holder?: string
  proofFor?: ProofFor
  /** The request of a computer whose wallet is on a phone: the statement names it. */
  phone?: { id: string; device: string; code: string }
}

export function issueChallenge(
  context: Context,
  { purpose, browser, instanceName, boundTo, subject, holder, proofFor, phone }: Issue,
): Challenge {
  const { origin, domain } = context.config
  const issued = context.now()
  const fields = {
    id: newId(context, 'chl'),
    purpose,
    nonce: newNonce(context),
    domain,
    uri: origin,
    statement: statementFor(purpose, { name: instanceName, domain }, { subject, phone }),
    issuedAt: new Date(issued).toISOString(),
    expiresAt: new Date(issued + CHALLENGE_TTL_MS).toISOString(),
    boundTo: boundTo ?? null,
    ...(proofFor ? { proofFor } : {}),
    ...(phone ? { phone: phone.id } : {}),
  }
  const bound = { ...fields, browser: bindingOf(browser), holder: holder ?? null }
  return { ...fields, token: writeToken(context, bound) }
}

/** A proof whose text was checked; the signature was not. */
export type SignedMessage = {
  challenge: Challenge
  message: Message
  /** The CAIP-2 reference of the message's chain. */
  chain: string
  text: string
  signature: string
  envelope: string | undefined
  family: Family
}

type ReadOptions = { proof: Proof; purpose: Purpose; browser: string | undefined; session?: Holder }

/** Whom the challenge was issued to. */
type Expected = { proof: Proof; purpose: Purpose } & Pick<BoundChallenge, 'holder'> & { browser: string | undefined }

/** Wallets of a family that is off stay linked, and still sign for step-ups and apps. */
const FAMILY_PURPOSES: readonly Purpose[] = ['sign_in', 'setup', 'link_wallet', 'recover']

/** Parses strictly, then compares every field with what was issued. */
export function readSignedMessage(
  context: Context,
  { browser, session, ...options }: ReadOptions,
): Promise<SignedMessage> {
  const holder = session ? holderOf(session) : null
  return readAsIssued(context, { ...options, browser: browser && bindingOf(browser), holder })
}

/** From a phone, on which neither the browser nor the session of the computer is. */
export function readPhoneMessage(context: Context, proof: Proof, issued: BoundChallenge): Promise<SignedMessage> {
  if (proof.challenge !== issued.token) throw new AppError('challenge_unknown')
  const { purpose, browser, holder } = issued
  return readAsIssued(context, { proof, purpose, browser, holder })
}

async function readAsIssued(context: Context, expected: Expected): Promise<SignedMessage> {
  const { namespace, signature, envelope, message: text } = expected.proof
  const compared = compareWithIssued(context, expected, await readInstance(context))
  return { ...compared, text, signature, envelope, family: await loadFamily(namespace) }
}

function compareWithIssued(
  context: Context,
  { proof, purpose, browser, holder }: Expected,
  { namespaces }: Pick<Instance, 'namespaces'>,
): Pick<SignedMessage, 'challenge' | 'message' | 'chain'> {
  const challenge = readToken(context, proof.challenge)
  const message = readMessage(proof.message, proof.namespace)
  if (!challenge) throw new AppError('challenge_unknown')
  const chain = chainOf(message.namespace, message.chainId)
  const { namespace, address } = message
  const issued = messageFor(challenge, { namespace, chain: chain ?? '', address })
  const expected = proof.mode === 'one_step' ? oneStepMessage(context, issued, message) : issued
  if (message.requestId !== expected.requestId) throw new AppError('challenge_unknown')
  if (challenge.purpose !== purpose) throw new AppError('purpose_not_allowed')
  // The statement names what is signed for, and must not be left out.
  const mayOmit = oneStepPurposes.includes(purpose) && challenge.phone === undefined
  if (proof.mode === 'one_step' && !mayOmit) throw new AppError('purpose_not_allowed')
  if (FAMILY_PURPOSES.includes(purpose) && !namespaces.includes(namespace)) throw new AppError('family_not_allowed')
  requireBrowser(challenge.browser, browser)
  // Issued to another session of this browser.
  if (challenge.holder !== holder) throw new AppError('challenge_other_browser')
  requireTime(context, challenge, { message, expected })
  requireFields(context, challenge, { message, expected })
  if (chain === undefined) throw new AppError('network_unsupported')
  requireAccount(proof, { namespace, chain, address })
  if (writeMessage(expected) !== proof.message) throw new AppError('message_malformed')
  return { challenge, message, chain }
}

/** A wallet that writes the message itself may omit statement, expiry and request id, and uses its own clock. */
function oneStepMessage(context: Context, issued: Message, message: Message): Message {
  const skew = Math.abs(Date.parse(message.issuedAt) - context.now())
  return {
    ...issued,
    // Solana's wallets write "mainnet" or "solana:mainnet".
    chainId: message.chainId,
    statement: message.statement === undefined ? undefined : issued.statement,
    issuedAt: skew <= ONE_STEP_SKEW_MS ? message.issuedAt : issued.issuedAt,
    expirationTime: message.expirationTime === undefined ? undefined : issued.expirationTime,
    requestId: message.requestId === undefined ? undefined : issued.requestId,
  }
}

type Holder = { id: string; person: { id: string } }

export function holderOf({ id, person }: Holder): string {
  return `${id} ${person.id}`
}

export function bindingOf(browser: string): string {
  return hash('sha256', browser, 'base64url')
}

function requireBrowser(binding: string, sent: string | undefined): void {
  // The token contains the binding, so that the time of the comparison reveals nothing.
  if (sent !== binding) throw new AppError('challenge_other_browser')
}

type Compared = { message: Message; expected: Message }

function requireTime(context: Context, challenge: Challenge, { message, expected }: Compared): void {
  const expired = context.now() >= Date.parse(challenge.expiresAt)
  if (expired || message.expirationTime !== expected.expirationTime) throw new AppError('challenge_expired')
}

function requireFields({ config }: Context, challenge: Challenge, { message, expected }: Compared): void {
  const sameSite = challenge.domain === config.domain && challenge.uri === config.origin
  if (!sameSite || message.domain !== expected.domain || message.uri !== expected.uri)
    throw new AppError('domain_mismatch')
  if (message.statement !== expected.statement) throw new AppError('statement_mismatch')
  if (!equalBytes(Buffer.from(message.nonce), Buffer.from(expected.nonce))) throw new AppError('nonce_mismatch')
  if (message.issuedAt !== expected.issuedAt) throw new AppError('message_malformed')
}

function requireAccount(proof: Proof, account: Account): void {
  if (proof.account === formatAccount(account)) return
  const { namespace, chain } = parseAccount(proof.account) ?? account
  if (namespace !== 'eip155' && namespace === account.namespace && chain !== account.chain)
    throw new AppError('network_unsupported')
  throw new AppError('message_malformed', { detail: 'The account in the message does not match the proof.' })
}
