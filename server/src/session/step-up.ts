/** A linked wallet confirms one act by name. The session gets a new token: what was overheard before is worth nothing. */

import { AppError } from '@countersign/contract/errors.ts'
import { REPEAT_WINDOW_MS, SESSION_TOKEN_BYTES } from '@countersign/contract/limits.ts'
import { type Place, recordActivity, recordLater } from '../activity/activity.ts'
import { findSpent } from '../challenge/challenge.store.ts'
import { type Claim, proofHash, spendChallenge } from '../challenge/challenge.ts'
import { orByContract, verifyClaim } from '../challenge/verify-claim.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { newToken } from '../crypto/id.ts'
import { equalBytes } from '../crypto/keys.ts'
import type { Queries } from '../store/database.ts'
import { findOwnWallet } from '../wallet/own.ts'
import { holdSession } from './hold.ts'
import { requireContract } from './recheck.ts'
import { rotateToken, type SessionRecord } from './session.store.ts'
import { storeStepUp } from './step-up.store.ts'

export type SteppedUp = { session: SessionRecord; token: string }

/** `network` is where it comes from, as rates count it. */
type StepUp = { claim: Claim; session: SessionRecord; place: Place; network: string }

export async function stepUpSession(context: Context, { claim, session, place, network }: StepUp): Promise<SteppedUp> {
  const { act } = claim.challenge
  if (act === null) throw new AppError('purpose_not_allowed')
  // Whoever signs now: what the session itself lives by must still hold.
  await requireContract(context, session)
  return orByContract(context, { claim, network }, (contract) =>
    context.store.transaction(async (queries) => {
      const held = await holdSession(queries, session)
      await spendChallenge(context, queries, { claim, sessionId: held.id })
      const account = verifyClaim(context, claim, contract)
      const { person } = held
      const wallet = await findOwnWallet(context, queries, { personId: person.id, account })
      if (!wallet) throw new AppError('wallet_not_yours')
      await storeStepUp(queries, held.id, { at: context.now(), act, walletId: wallet.id })
      await recordActivity(context, queries, {
        kind: 'step_up.ok',
        actorId: person.id,
        personId: person.id,
        sessionId: held.id,
        place,
        address: wallet.address,
        data: { act, walletId: wallet.id },
      })
      return exchangeToken(context, queries, held)
    }),
  )
}

/** The same signature sent again because its answer, and the token in it, was lost. It confirms nothing anew. */
export function repeatStepUp(
  context: Context,
  { claim, session }: Pick<StepUp, 'claim' | 'session'>,
): Promise<SteppedUp> {
  return context.store.transaction(async (queries) => {
    const held = await holdSession(queries, session)
    const spent = await findSpent(queries, sha256(claim.challenge.nonce))
    const recent = spent?.sessionId === held.id && context.now() - spent.spentAt <= REPEAT_WINDOW_MS
    if (!recent || !equalBytes(spent.proofHash, proofHash(claim))) throw new AppError('challenge_used')
    return exchangeToken(context, queries, held)
  })
}

export function recordStepUpRefusal(
  context: Context,
  error: unknown,
  { session, place }: Pick<StepUp, 'session' | 'place'>,
): void {
  if (!(error instanceof AppError) || error.status >= 500 || error.code === 'rate_limited') return
  const who = { actorId: session.person.id, personId: session.person.id, sessionId: session.id }
  recordLater(context, { kind: 'step_up.refused', outcome: 'refused', code: error.code, ...who, place })
}

async function exchangeToken(context: Context, queries: Queries, session: SessionRecord): Promise<SteppedUp> {
  const token = newToken(context, SESSION_TOKEN_BYTES)
  await rotateToken(queries, session.id, { hash: sha256(token), now: context.now() })
  return { session, token }
}
