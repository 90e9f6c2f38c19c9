/** The app verifies the proof itself. The message names the app and the nonce of its request, which prevents replays. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Challenge, ProofFor } from '@countersign/contract/routes/challenge.ts'
import { findOwnWallet } from '../../accounts/wallet/wallet.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { issueChallenge, type SignedMessage } from '../../proof/challenge/challenge.ts'
import { findRepeated, spendChallenge } from '../../proof/challenge/spend-challenge.ts'
import { verifySignedMessage } from '../../proof/challenge/verify-signed-message.ts'
import { lockSession } from '../../session/lock-session.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { grantIdFor } from '../adapters/grant-id.ts'
import { findItem, removeItem, saveItem } from '../adapters/oidc-item.store.ts'
import { isAllowed } from '../provider/app-access.ts'
import { complete, type PendingRequest, previousResults } from './interaction.ts'

export async function issueProofChallenge(
  context: Context,
  pending: PendingRequest,
  browser: string,
): Promise<Challenge> {
  requirePrompt(pending)
  const { interaction, app } = pending
  const { name } = await readInstance(context)
  return issueChallenge(context, {
    purpose: 'app_proof',
    browser,
    instanceName: name,
    boundTo: interaction.uid,
    subject: STATEMENT_TEXT.test(app.name) ? app.name : app.clientId,
    proofFor: proofTarget(pending),
  })
}

/** Characters that a statement allows; an app with another name is named by its client id. */
const STATEMENT_TEXT = /^[A-Za-z0-9 \-._~]+$/

type Submission = {
  session: SessionRecord
  signed: SignedMessage
  network: string
  idempotencyKey?: string | undefined
}

export async function submitWalletProof(
  context: Context,
  pending: PendingRequest,
  { session, signed, network, idempotencyKey }: Submission,
): Promise<string> {
  requirePrompt(pending)
  const { boundTo, proofFor } = signed.challenge
  const { clientId, nonceHash } = proofTarget(pending)
  if (boundTo !== pending.interaction.uid || proofFor?.clientId !== clientId || proofFor.nonceHash !== nonceHash)
    throw new AppError('challenge_unknown')
  if (!(await isAllowed(context, pending.app, session.person.id))) throw new AppError('interaction_expired')
  const finish = () => complete(pending, { ...previousResults(context, pending, session), prove: {} }, session)
  // The response was lost: the proof is stored already.
  if (await findRepeated(context, context.store, { signed, sessionId: session.id, key: idempotencyKey }))
    return finish()
  const verified = await verifySignedMessage(context, { signed, network })
  await context.store.transaction(async (queries) => {
    const locked = await lockSession(context, queries, session)
    await spendChallenge(context, queries, { verified, sessionId: locked.id })
    const wallet = await findOwnWallet(context, queries, { personId: locked.person.id, account: verified.account })
    // The claims name the wallet of this session, so the proof must be by that wallet.
    if (wallet?.id !== locked.wallet.id) throw new AppError('wallet_not_yours')
    const grantId = grantIdFor(locked.id, pending.app.id)
    await saveItem(queries, {
      model: MODEL,
      idHash: keyOf({ grantId, nonce: nonceOf(pending) }),
      payload: JSON.stringify(walletProofOf(signed)),
      grantId,
      sessionId: locked.id,
      expiresAt: context.now() + INTERACTION_TTL_MS,
    })
  })
  return finish()
}

/** `envelope`: the off-chain message that a Solana wallet signed instead of the text, base64. */
export type WalletProof = { message: string; signature: string; envelope?: string }

function walletProofOf({ text, signature, envelope }: SignedMessage): WalletProof {
  return { message: text, signature, ...(envelope === undefined ? {} : { envelope }) }
}

/** Once, for the code of the request that it was signed for. */
export async function consumeWalletProof(
  { store, now }: Context,
  code: { grantId?: string | undefined; nonce?: string | undefined },
): Promise<WalletProof | undefined> {
  const { grantId, nonce } = code
  if (grantId === undefined || nonce === undefined) return undefined
  const key = { model: MODEL, idHash: keyOf({ grantId, nonce }) }
  const item = await findItem(store, key)
  if (!item) return undefined
  await removeItem(store, key)
  return item.expiresAt > now() ? JSON.parse(item.payload) : undefined
}

const MODEL = 'WalletProof'

function keyOf({ grantId, nonce }: { grantId: string; nonce: string }): Buffer {
  return sha256(`${grantId} ${nonce}`)
}

function requirePrompt({ interaction, scopes }: PendingRequest): void {
  if (interaction.prompt.name !== 'prove' || !scopes.includes('wallet_proof')) throw new AppError('purpose_not_allowed')
}

function proofTarget(pending: PendingRequest): ProofFor {
  return { clientId: pending.app.clientId, nonceHash: sha256(nonceOf(pending)).toString('base64url') }
}

function nonceOf({ interaction }: PendingRequest): string {
  return String(interaction.params.nonce)
}
