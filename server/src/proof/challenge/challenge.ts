/** Challenges are authenticated tokens: they cost no write, and only their spending is stored. */

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

/** The browser's binding cookie, as it was sent. */
export type Browser = string

type Issue = {
  purpose: Purpose
  browser: Browser
  instanceName: string
  /** What a step-up confirms, by name and in words; for a new wallet the session it joins. */
  act?: { name: string; sentence?: string }
  /** Whose session it belongs to, for what only someone signed in may do. */
  holder?: string
  /** With a proof for an app. */
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

/** What a proof claims, once the text is known to be ours; the signature is not checked yet. */
export type Claim = { challenge: Challenge; message: Message; text: string; signature: string }

type Reading = { proof: Proof; purpose: Purpose; browser: Browser | undefined; session?: Holder }

/** Steps 2 and 3 of the verifier: read strictly, then compare every field with what was issued. */
export function readClaim(context: Context, { proof, purpose, browser, session }: Reading): Claim {
  const message = readMessage(proof.message)
  const challenge = readToken(context, proof.challenge)
  if (!challenge) throw new AppError('challenge_unknown')
  const expected = expectedMessage(context, { challenge, message, oneStep: proof.mode === 'one_step' })
  if (message.requestId !== expected.requestId) throw new AppError('challenge_unknown')
  if (challenge.purpose !== purpose) throw new AppError('purpose_not_allowed')
  if (proof.mode === 'one_step' && !oneStepPurposes.includes(purpose)) throw new AppError('purpose_not_allowed')
  requireBrowser(challenge.browser, browser)
  // Asked for in another session, or by somebody else who used this browser.
  if (challenge.holder !== (session ? holderOf(session) : null)) throw new AppError('challenge_other_browser')
  requireTime(context, challenge, { message, expected })
  requireFields(context, challenge, { message, expected })
  requireAccount(proof, message)
  if (writeMessage(expected) !== proof.message) throw new AppError('message_malformed')
  return { challenge, message, text: proof.message, signature: proof.signature }
}

type Expecting = { challenge: Challenge; message: Message; oneStep: boolean }

/**
 * What the text has to say. A wallet that wrote it itself may leave out the statement, the expiry and the request id,
 * all of which are held by the challenge and its nonce, and may date it by its own clock.
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

/** Step 4: the nonce is spent by one unique insert, in the transaction that uses it. */
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

/** A session and its person. */
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
  throw new AppError('message_malformed', { detail: 'The message names another account than the proof.' })
}
