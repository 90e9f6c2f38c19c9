/** Challenges are authenticated tokens: issuing one writes nothing, and only spent nonces are stored. */

import { hash } from 'node:crypto'
import { AppError } from '@countersign/contract/errors.ts'
import { CHALLENGE_TTL_MS, ONE_STEP_SKEW_MS, SPENT_CHALLENGE_KEPT_MS } from '@countersign/contract/limits.ts'
import { type Message, messageFor, readMessage, writeMessage } from '@countersign/contract/message/message.ts'
import { statementFor } from '@countersign/contract/message/statement.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { type Challenge, oneStepPurposes, type ProofFor, type Purpose } from '@countersign/contract/routes/challenge.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId, newNonce } from '../../platform/crypto/id.ts'
import { equalBytes } from '../../platform/crypto/keys.ts'
import type { Queries } from '../../platform/store/database.ts'
import { insertSpent, removeExpiredSpent } from './challenge.store.ts'
import { readToken, writeToken } from './challenge-token.ts'

/** The value of the browser's binding cookie. */
export type Browser = string

type Issue = {
  purpose: Purpose
  browser: Browser
  instanceName: string
  /** The action of a step-up and its sentence; for a new wallet the session. */
  act?: { name: string; sentence?: string }
  /** The session it belongs to, for actions of signed-in people. */
  holder?: string
  proofFor?: ProofFor
}

export function issueChallenge(
  context: Context,
  { purpose, browser, instanceName, act, holder, proofFor }: Issue,
): Challenge {
  const { origin, domain } = context.config
  const issued = context.now()
  const fields = {
    id: newId(context, 'chl'),
    purpose,
    nonce: newNonce(context),
    domain,
    uri: origin,
    statement: statementFor(purpose, { name: instanceName, domain }, act?.sentence),
    issuedAt: new Date(issued).toISOString(),
    expiresAt: new Date(issued + CHALLENGE_TTL_MS).toISOString(),
    act: act?.name ?? null,
    ...(proofFor ? { proofFor } : {}),
  }
  return { ...fields, token: writeToken(context, { ...fields, browser: bindingOf(browser), holder: holder ?? null }) }
}

/** A proof whose text was checked; the signature was not. */
export type Claim = { challenge: Challenge; message: Message; text: string; signature: string }

type Reading = { proof: Proof; purpose: Purpose; browser: Browser | undefined; session?: Holder }

/** Parses strictly, then compares every field with what was issued. */
export function readClaim(context: Context, { proof, purpose, browser, session }: Reading): Claim {
  const message = readMessage(proof.message)
  const challenge = readToken(context, proof.challenge)
  if (!challenge) throw new AppError('challenge_unknown')
  const expected = expectedMessage(context, { challenge, message, oneStep: proof.mode === 'one_step' })
  if (message.requestId !== expected.requestId) throw new AppError('challenge_unknown')
  if (challenge.purpose !== purpose) throw new AppError('purpose_not_allowed')
  if (proof.mode === 'one_step' && !oneStepPurposes.includes(purpose)) throw new AppError('purpose_not_allowed')
  requireBrowser(challenge.browser, browser)
  // Issued to another session of this browser.
  if (challenge.holder !== (session ? holderOf(session) : null)) throw new AppError('challenge_other_browser')
  requireTime(context, challenge, { message, expected })
  requireFields(context, challenge, { message, expected })
  requireAccount(proof, message)
  if (writeMessage(expected) !== proof.message) throw new AppError('message_malformed')
  return { challenge, message, text: proof.message, signature: proof.signature }
}

type Expecting = { challenge: Challenge; message: Message; oneStep: boolean }

/**
 * The text to expect. A wallet that builds its own may omit statement, expiry and request id, and uses its own clock.
 */
function expectedMessage(context: Context, { challenge, message, oneStep }: Expecting): Message {
  const ours = messageFor(challenge, message)
  if (!oneStep) return ours
  const off = Math.abs(Date.parse(message.issuedAt) - context.now())
  return {
    ...ours,
    statement: message.statement === undefined ? undefined : ours.statement,
    issuedAt: off <= ONE_STEP_SKEW_MS ? message.issuedAt : ours.issuedAt,
    expirationTime: message.expirationTime === undefined ? undefined : ours.expirationTime,
    requestId: message.requestId === undefined ? undefined : ours.requestId,
  }
}

/** The nonce is spent by one unique insert, in the transaction that uses it. */
export async function spendChallenge(
  context: Context,
  queries: Queries,
  { claim, sessionId }: { claim: Claim; sessionId: string },
): Promise<void> {
  const inserted = await insertSpent(queries, {
    nonceHash: sha256(claim.challenge.nonce),
    proofHash: proofHash(claim),
    sessionId,
    spentAt: context.now(),
    expiresAt: Date.parse(claim.challenge.expiresAt),
  })
  if (!inserted) throw new AppError('challenge_used')
}

/** Nonces are kept long after they expire: a clock that was set back would accept their challenges again. */
export async function purgeSpentChallenges({ now }: Context, queries: Queries): Promise<void> {
  await removeExpiredSpent(queries, now() - SPENT_CHALLENGE_KEPT_MS)
}

/** Identifies one signature of one text, without keeping either. */
export function proofHash(claim: Claim): Buffer {
  return sha256(`${claim.text}\n${claim.signature.toLowerCase()}`)
}

type Holder = { id: string; person: { id: string } }

export function holderOf({ id, person }: Holder): string {
  return `${id} ${person.id}`
}

export function bindingOf(browser: Browser): string {
  return hash('sha256', browser, 'base64url')
}

function requireBrowser(binding: string, browser: Browser | undefined): void {
  const own = browser !== undefined && equalBytes(Buffer.from(bindingOf(browser)), Buffer.from(binding))
  if (!own) throw new AppError('challenge_other_browser')
}

type Compared = { message: Message; expected: Message }

function requireTime(context: Context, challenge: Challenge, { message, expected }: Compared): void {
  const over = context.now() >= Date.parse(challenge.expiresAt)
  if (over || message.expirationTime !== expected.expirationTime) throw new AppError('challenge_expired')
}

function requireFields({ config }: Context, challenge: Challenge, { message, expected }: Compared): void {
  const here = challenge.domain === config.domain && challenge.uri === config.origin
  if (!here || message.domain !== expected.domain || message.uri !== expected.uri) throw new AppError('domain_mismatch')
  if (message.statement !== expected.statement) throw new AppError('statement_mismatch')
  if (!equalBytes(Buffer.from(message.nonce), Buffer.from(expected.nonce))) throw new AppError('nonce_mismatch')
  if (message.issuedAt !== expected.issuedAt) throw new AppError('message_malformed')
}

function requireAccount(proof: Proof, message: Message): void {
  if (proof.account === `${proof.namespace}:${message.chainId}:${message.address}`) return
  throw new AppError('message_malformed', { detail: 'The account in the message does not match the proof.' })
}
