/**
 * An app may ask for a signature it can check by itself. The message names the app and the nonce of its request, so that
 * nobody can use it elsewhere or later; it goes to the app once, with the code of this request.
 */

import { AppError } from '@countersign/contract/errors.ts'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Challenge, ProofFor } from '@countersign/contract/routes/challenge.ts'
import { findOwnWallet } from '../../accounts/wallet/own-wallets.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { type Claim, issueChallenge, spendChallenge } from '../../proof/challenge/challenge.ts'
import { findRepeated } from '../../proof/challenge/find-repeated.ts'
import { orByContract, verifyClaim } from '../../proof/challenge/verify-claim.ts'
import { lockSession } from '../../session/lock-session.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { grantIdFor } from '../adapters/grant-id.ts'
import { findItem, removeItem, saveItem } from '../adapters/oidc-item.store.ts'
import { isAllowed } from '../provider/app-access.ts'
import { type Asked, doneBefore, finish } from './interaction.ts'

export async function askForProof(context: Context, asked: Asked, browser: string): Promise<Challenge> {
  requireStep(asked)
  const { interaction, app } = asked
  const { name } = await readInstance(context)
  return issueChallenge(context, {
    purpose: 'app_proof',
    browser,
    instanceName: name,
    act: { name: interaction.uid, sentence: FITS.test(app.name) ? app.name : app.clientId },
    proofFor: proofForOf(asked),
  })
}

/** What may stand in a statement; an app called otherwise is named by its id. */
const FITS = /^[A-Za-z0-9 \-._~]+$/

type Proving = {
  session: SessionRecord
  claim: Claim
  network: string /** `Idempotency-Key` */
  key?: string | undefined
}

/** Returns where the browser goes on. */
export async function proveToAsking(
  context: Context,
  asked: Asked,
  { session, claim, network, key }: Proving,
): Promise<string> {
  requireStep(asked)
  const { act, proofFor } = claim.challenge
  const { clientId, nonceHash } = proofForOf(asked)
  if (act !== asked.interaction.uid || proofFor?.clientId !== clientId || proofFor.nonceHash !== nonceHash)
    throw new AppError('challenge_unknown')
  if (!(await isAllowed(context, asked.app, session.person.id))) throw new AppError('interaction_expired')
  const proven = () => finish(asked, { ...doneBefore(context, asked, session), prove: {} }, session)
  // The answer was lost: the proof is stored already, so only the redirect is repeated.
  if (await findRepeated(context, context.store, { claim, sessionId: session.id, key })) return proven()
  await orByContract(context, { claim, network }, (contract) =>
    context.store.transaction(async (queries) => {
      const held = await lockSession(queries, session)
      await spendChallenge(context, queries, { claim, sessionId: held.id })
      const account = verifyClaim(context, claim, contract)
      const wallet = await findOwnWallet(context, queries, { personId: held.person.id, account })
      // The app is told of the wallet of this session, so that is the one that proves.
      if (wallet?.id !== held.wallet.id) throw new AppError('wallet_not_yours')
      const grantId = grantIdFor(held.id, asked.app.id)
      await saveItem(queries, {
        model: MODEL,
        idHash: keyOf({ grantId, nonce: nonceOf(asked) }),
        payload: JSON.stringify({ message: claim.text, signature: claim.signature }),
        grantId,
        sessionId: held.id,
        expiresAt: context.now() + INTERACTION_TTL_MS,
      })
    }),
  )
  return proven()
}

export type WalletProof = { message: string; signature: string }

/** Once, for the code of the request it was signed for. */
export async function takeWalletProof(
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

function requireStep({ interaction, scopes }: Asked): void {
  if (interaction.prompt.name !== 'prove' || !scopes.includes('wallet_proof')) throw new AppError('purpose_not_allowed')
}

function proofForOf(asked: Asked): ProofFor {
  return { clientId: asked.app.clientId, nonceHash: sha256(nonceOf(asked)).toString('base64url') }
}

function nonceOf({ interaction }: Asked): string {
  return String(interaction.params.nonce)
}
