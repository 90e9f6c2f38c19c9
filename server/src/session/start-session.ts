/** Starts a session in one transaction: spends the challenge, verifies the proof, checks access. */

import { AppError } from '@countersign/contract/errors.ts'
import { SESSION_TOKEN_BYTES, SESSIONS_PER_PERSON } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Identity } from '../accounts/wallet/identify-wallet.ts'
import { walletLabel } from '../accounts/wallet/wallet.ts'
import type { RequestSource } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import { newId, newToken } from '../platform/crypto/id.ts'
import { retryOnConflict } from '../platform/store/conflict.ts'
import type { Queries } from '../platform/store/database.ts'
import type { Account } from '../proof/account.ts'
import type { Claim } from '../proof/challenge/challenge.ts'
import { findSpentByProof, spendChallenge } from '../proof/challenge/spend-challenge.ts'
import { type ContractProof, verifyClaim, withContractFallback } from '../proof/challenge/verify-claim.ts'
import type { Instance } from '../settings/read-settings.ts'
import { type DeviceCookie, recognizeDevice } from './devices/recognize-device.ts'
import { recordStart } from './record-sign-in.ts'
import { keepContractProof } from './revalidate-contract-wallet.ts'
import { endSession, endSessionsBeyond, findSessionById, insertSession, reissueToken } from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

export type Started = { session: SessionRecord; token: string; created: boolean }

export type Proven = { account: Account; label: { name: string | null; rdns: string | null } }

export type Start = {
  claim: Claim
  proof: Proof
  keep: boolean
  source: RequestSource
  /** The subnet that rate limits count. */
  network: string
  cookie: DeviceCookie
  instance: Instance
  /** The browser's previous session, which this one replaces. */
  replaces: string | undefined
  /** Finds or creates the person, in the same transaction. */
  identify: (queries: Queries, proven: Proven, sessionId: string) => Promise<Identity>
}

export async function startSession(context: Context, start: Start): Promise<Started> {
  const sessionId = newId(context, 'ses')
  return withContractFallback(context, start, (contract) =>
    retryOnConflict(() =>
      context.store.transaction(async (queries) => {
        await spendChallenge(context, queries, { claim: start.claim, sessionId })
        const account = verifyClaim(context, start.claim, contract)
        const proven = { account, label: walletLabel(start.proof.wallet) }
        const identity = await checkAccess(queries, start, { proven, sessionId })
        return openSession(context, queries, { ...start, identity, sessionId, contract })
      }),
    ),
  )
}

/** The same proof again, because its answer was lost: the same session with a new token. */
export async function repeatSession(context: Context, claim: Claim): Promise<Started> {
  return context.store.transaction(async (queries) => {
    const spent = await findSpentByProof(context, queries, claim)
    const session = spent && (await findSessionById(queries, spent.sessionId))
    if (!session || session.ended) throw new AppError('challenge_used')
    if (session.person.status === 'suspended') throw new AppError('person_suspended')
    const token = newToken(context, SESSION_TOKEN_BYTES)
    await reissueToken(queries, session.id, { hash: sha256(token), now: context.now() })
    return { session, token, created: false }
  })
}

async function checkAccess(
  queries: Queries,
  { identify }: Start,
  { proven, sessionId }: { proven: Proven; sessionId: string },
): Promise<Identity> {
  const identity = await identify(queries, proven, sessionId)
  if (identity.person.status === 'suspended') throw new AppError('person_suspended')
  if (identity.person.status !== 'active') throw new AppError('person_deleting')
  return identity
}

type Opening = Start & { identity: Identity; sessionId: string; contract: ContractProof | undefined }

async function openSession(context: Context, queries: Queries, opening: Opening): Promise<Started> {
  const { identity, keep, source, cookie, instance, sessionId, replaces, contract } = opening
  const { person, wallet, created } = identity
  const now = context.now()
  if (replaces) await endSession(queries, { id: replaces, at: now, reason: 'replaced' })
  const token = newToken(context, SESSION_TOKEN_BYTES)
  const expiresAt = now + (keep ? instance.sessionMaxMs : Math.min(instance.sessionNotKeptMs, instance.sessionMaxMs))
  const device = await recognizeDevice(context, queries, { personId: person.id, cookie, source, newPerson: created })
  const session = {
    id: sessionId,
    person,
    wallet,
    kept: keep,
    device: source.device,
    createdAt: now,
    lastSeenAt: now,
    idleExpiresAt: Math.min(now + instance.sessionIdleMs, expiresAt),
    expiresAt,
  }
  await insertSession(queries, { ...session, tokenHash: sha256(token), ip: source.ip, deviceId: device.id })
  if (contract) await keepContractProof(context, queries, sessionId, contract)
  if (!created) await endSessionsBeyond(queries, { personId: person.id, most: SESSIONS_PER_PERSON, now })
  await recordStart(context, queries, { identity, sessionId, source, knownDevice: device.known })
  const begun = { rotatedAt: null, previousToken: false, signedAt: null, adminUntil: null, ended: undefined }
  return { session: { ...session, ...begun }, token, created }
}
