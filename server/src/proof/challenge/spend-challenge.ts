import { AppError } from '@countersign/contract/error/errors.ts'
import { REPEAT_WINDOW_MS, SPENT_CHALLENGE_KEPT_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { equalBytes } from '../../platform/crypto/keys.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { PhoneRequestRecord } from '../phone/phone-request.store.ts'
import { requireHandedOver } from '../phone/phone-request.ts'
import { findSpent, insertSpent, removeExpiredSpent, type Spent } from './challenge.store.ts'
import type { SignedMessage } from './challenge.ts'

/** Of a signed message that was verified. */
type Use = { verified: { signed: SignedMessage; count: () => void }; sessionId: string }

/** The nonce is spent by one unique insert, in the transaction that uses it. Returns the phone request that it was issued for. */
export async function spendChallenge(
  context: Context,
  queries: Queries,
  { verified: { signed, count }, sessionId }: Use,
): Promise<PhoneRequestRecord | undefined> {
  const inserted = await insertSpent(queries, {
    ...keyOf(signed),
    proofHash: proofHash(signed),
    sessionId,
    spentAt: context.now(),
  })
  if (inserted !== 1) throw new AppError('challenge_used')
  const { phone: id } = signed.challenge
  const request = id === undefined ? undefined : await requireHandedOver(context, queries, { ...signed, id })
  count()
  return request
}

export async function requireUnspent(queries: Queries, signed: SignedMessage): Promise<void> {
  if (await findSpent(queries, keyOf(signed))) throw new AppError('challenge_used')
}

/** The expiry comes from the token, so that it is the same for each use of a nonce. */
function keyOf({ challenge }: SignedMessage): Pick<Spent, 'nonceHash' | 'expiresAt'> {
  return { nonceHash: sha256(challenge.nonce), expiresAt: Date.parse(challenge.expiresAt) }
}

/** Nonces are kept long after they expire: a clock that was set back would accept their challenges again. */
export async function purgeSpentChallenges({ now }: Context, queries: Queries): Promise<void> {
  await removeExpiredSpent(queries, now() - SPENT_CHALLENGE_KEPT_MS)
}

/** Identifies one signature of one text, without keeping either. */
export function proofHash(signed: SignedMessage): Buffer {
  return sha256(`${signed.text}\n${signed.family.normalizeSignature(signed.signature)}`)
}

/** The same proof sent again within a moment, because its answer was lost. */
export async function findSpentByProof(
  context: Context,
  queries: Queries,
  signed: SignedMessage,
): Promise<Spent | undefined> {
  const spent = await findSpent(queries, keyOf(signed))
  if (!spent || context.now() - spent.spentAt > REPEAT_WINDOW_MS) return undefined
  return equalBytes(spent.proofHash, proofHash(signed)) ? spent : undefined
}

/** `key` is the `Idempotency-Key` header: the id of the challenge. */
type Repeated = { signed: SignedMessage; sessionId: string; key: string | undefined }

/** Only if the request has the idempotency key, and comes from the session that got the first answer. */
export async function findRepeated(
  context: Context,
  queries: Queries,
  { signed, sessionId, key }: Repeated,
): Promise<Spent | undefined> {
  if (key !== signed.challenge.id) return undefined
  const spent = await findSpentByProof(context, queries, signed)
  return spent?.sessionId === sessionId ? spent : undefined
}
