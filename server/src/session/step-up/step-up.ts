/** A wallet signs for one action. The session token is rotated, so that a stolen one becomes invalid. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { ADMIN_MODE_MS, SESSION_TOKEN_BYTES } from '@countersign/contract/limits.ts'
import { markProven } from '../../accounts/wallet/unproven-wallet.store.ts'
import { findOwnWallet, requireTrustedWallet } from '../../accounts/wallet/wallet.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newToken } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { SignedMessage } from '../../proof/challenge/challenge.ts'
import { findSpentByProof, spendChallenge } from '../../proof/challenge/spend-challenge.ts'
import { verifySignedMessage } from '../../proof/challenge/verify-signed-message.ts'
import { requireRoleAllowed } from '../../proof/phone/phone-rules.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { lockSession } from '../lock-session.ts'
import { revalidateNow } from '../revalidate-contract-wallet.ts'
import { findSessionById, replaceToken, rotateToken } from '../session.store.ts'
import type { SessionRecord } from '../session-record.ts'
import { insertStepUp, markSigned, openAdminMode } from './step-up.store.ts'

/** Without a `token` the browser has the current one, or gets it from a concurrent request. */
export type SteppedUp = { session: SessionRecord; token: string | undefined }

/** `token` is the one that was sent; `network` is the subnet that rate limits count. */
type StepUp = { signed: SignedMessage; session: SessionRecord; token: string; source: RequestSource; network: string }

export async function stepUpSession(context: Context, stepUp: StepUp): Promise<SteppedUp> {
  const { signed, session, token, source, network } = stepUp
  const { boundTo: action } = signed.challenge
  if (action === null) throw new AppError('purpose_not_allowed')
  // Also when another wallet signs: the session's own must still be valid.
  await revalidateNow(context, session)
  const verified = await verifySignedMessage(context, { signed, network })
  const instance = await readInstance(context)
  return context.store.transaction(async (queries) => {
    const { id: sessionId, person } = await lockSession(context, queries, session)
    const phone = await spendChallenge(context, queries, { verified, sessionId })
    if (phone) requireRoleAllowed(instance, person.role)
    const wallet = await findOwnWallet(context, queries, { personId: person.id, account: verified.account })
    if (!wallet) throw new AppError('wallet_not_yours')
    requireTrustedWallet(context, wallet)
    if (wallet.unprovenSince !== null) await markProven(queries, wallet.id)
    const at = context.now()
    // Apps are told when this device signed last.
    if (!phone) await markSigned(queries, { sessionId, at })
    if (action === 'admin.mode')
      await openAdminMode(queries, { sessionId, walletId: wallet.id, until: at + ADMIN_MODE_MS })
    else await insertStepUp(queries, { id: signed.challenge.id, sessionId, walletId: wallet.id, action, at })
    await recordEvent(context, queries, {
      kind: 'step_up.ok',
      ...{ actorId: person.id, personId: person.id, sessionId, source, address: wallet.address },
      data: { action, walletId: wallet.id, ...(phone ? { phone: true } : {}) },
    })
    return exchangeToken(context, queries, { sessionId, token, change: rotateToken })
  })
}

/** The same proof again, because its response was lost. It confirms nothing new. */
export function repeatStepUp(
  context: Context,
  { signed, session, token }: Pick<StepUp, 'signed' | 'session' | 'token'>,
): Promise<SteppedUp> {
  return context.store.transaction(async (queries) => {
    const { id: sessionId } = await lockSession(context, queries, session)
    const spent = await findSpentByProof(context, queries, signed)
    if (spent?.sessionId !== sessionId) throw new AppError('challenge_used')
    return exchangeToken(context, queries, { sessionId, token, change: replaceToken })
  })
}

/** Of several concurrent step-ups one rotates the token, since the browser may keep any of the responses. */
async function exchangeToken(
  context: Context,
  queries: Queries,
  { sessionId, token, change }: { sessionId: string; token: string; change: typeof rotateToken },
): Promise<SteppedUp> {
  const next = newToken(context, SESSION_TOKEN_BYTES)
  const hashes = { presented: sha256(token), next: sha256(next) }
  const changed = await change(queries, { id: sessionId, ...hashes, now: context.now() })
  const session = await findSessionById(queries, sessionId)
  if (!session) throw new AppError('session_revoked')
  return { session, token: changed ? next : undefined }
}
