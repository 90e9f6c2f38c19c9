/** The owners of a contract wallet can change, so its proof is stored and checked again. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { CONTRACT_CHECK_EVERY_MS, RATE_RECHECKS_PER_SESSION } from '@countersign/contract/limits.ts'
import { WALLET_CHANGED } from '@countersign/contract/routes/session.ts'
import { suspendVerdicts, suspendVerdictsOnChain } from '../accounts/group/verdict.store.ts'
import { lockPerson } from '../accounts/person/person.ts'
import { findPeopleByChain, markUnproven, markWalletUnproven } from '../accounts/wallet/unproven-wallet.store.ts'
import type { Context } from '../context.ts'
import { verifyContractSignature } from '../networks/rpc/contract.ts'
import { open, seal } from '../platform/crypto/seal.ts'
import { memoize } from '../platform/memoize.ts'
import type { Queries } from '../platform/store/database.ts'
import { isContractAccount } from '../proof/account.ts'
import type { ContractProof } from '../proof/challenge/verify-signed-message.ts'
import { readInstance } from '../settings/read-settings.ts'
import { endAndRecord } from './end-session.ts'
import { endLapsedSession } from './session.store.ts'
import type { SessionRecord } from './session-record.ts'
import * as store from './start/contract-proof.store.ts'

/** In the transaction that starts the session. */
export async function storeContractProof(
  context: Context,
  queries: Queries,
  sessionId: string,
  proof: ContractProof,
): Promise<void> {
  const { chainId, address, hash, at } = proof
  const content = Buffer.from(proof.signature.slice(2), 'hex')
  const signature = seal(context, { key: context.keys.proof, aad: sessionId, content })
  await store.insertContractProof(queries, { sessionId, chainId, address, hash, signature, checkedAt: at })
}

/** For reads. Rate-limited, so that an unreachable node is not called with every request. */
export function revalidateInBackground(context: Context, session: SessionRecord): void {
  if (!isContractAccount(session.wallet) || runningCheck(context, session)) return
  context.background.run('revalidate a contract wallet', async () => {
    const proof = await store.findContractProof(context.store, session.id)
    if (proof && !isDue(context, proof)) return
    if (context.rates.tryTake(`recheck:${session.id}`, RATE_RECHECKS_PER_SESSION))
      await checkOnce(context, session, 'if due')
  })
}

/** For sensitive actions. Throws when no node answers or the contract rejects the signature. */
export async function revalidateIfDue(context: Context, session: SessionRecord): Promise<void> {
  if (!isContractAccount(session.wallet)) return
  const proof = await store.findContractProof(context.store, session.id)
  if (!proof || isDue(context, proof)) requireValid(await checkOnce(context, session, 'if due'))
}

export async function revalidateNow(context: Context, session: SessionRecord): Promise<void> {
  if (!isContractAccount(session.wallet)) return
  requireValid(await checkOnce(context, session, 'now'))
}

function requireValid(isValid: boolean): void {
  if (!isValid) throw new AppError('session_revoked', WALLET_CHANGED)
}

function isDue(context: Context, { checkedAt }: store.ProofRecord): boolean {
  return context.now() - checkedAt >= CONTRACT_CHECK_EVERY_MS
}

const checksOf = memoize((_: Context) => new Map<string, Promise<boolean>>())

type When = 'now' | 'if due'

function runningCheck(context: Context, { id }: SessionRecord, when: When = 'if due'): Promise<boolean> | undefined {
  const running = checksOf(context)
  return running.get(`${id} now`) ?? (when === 'now' ? undefined : running.get(`${id} if due`))
}

/** Concurrent checks of one session share one request. */
function checkOnce(context: Context, session: SessionRecord, when: When): Promise<boolean> {
  const shared = runningCheck(context, session, when)
  if (shared) return shared
  const running = checksOf(context)
  const key = `${session.id} ${when}`
  const result = check(context, session, when).finally(() => running.delete(key))
  running.set(key, result)
  return result
}

async function check(context: Context, session: SessionRecord, when: When): Promise<boolean> {
  const proof = await store.findContractProof(context.store, session.id)
  const at = context.now()
  // Another check ended since the caller looked.
  if (proof && when === 'if due' && !isDue(context, proof)) return true
  if (proof && (await isStillValid(context, proof))) {
    await store.markContractChecked(context.store, { sessionId: session.id, at })
    return true
  }
  const { id, person, wallet } = session
  const reason = 'wallet_changed'
  await context.store.transaction(async (queries) => {
    await lockPerson(queries, person.id)
    // It may have another owner, so it counts for no rule until it signs again.
    await markWalletUnproven(queries, { id: wallet.id, now: at })
    await suspendVerdicts(queries, person.id)
    await endLapsedSession(queries, { id, reason })
    await endAndRecord(context, queries, { id, personId: person.id, address: wallet.address, reason })
  })
  context.log.info('contract wallet revalidation failed, session ended', { sessionId: id })
  return false
}

async function isStillValid(context: Context, proof: store.ProofRecord): Promise<boolean> {
  const { sessionId, chainId, address, hash } = proof
  const opened = open(proof.signature, { key: context.keys.proof, aad: sessionId })
  if (!opened) return false
  const { factories } = await readInstance(context)
  const signature = `0x${opened.toString('hex')}`
  try {
    return (await verifyContractSignature(context.chains, factories, { chainId, address, hash, signature })) === 'valid'
  } catch (error) {
    // A removed network is an outage, not a rejection by the contract.
    const removed = error instanceof AppError && error.code === 'network_not_configured'
    throw removed ? new AppError('rpc_unavailable', { cause: error }) : error
  }
}

/** When the endpoints of a chain change, the sessions its contracts confirmed end, and the wallets must sign again. */
export async function invalidateContractProofs(context: Context, queries: Queries, chainId: number): Promise<void> {
  // A check of a rule that began before must not store its verdict afterwards.
  for (const personId of await findPeopleByChain(queries, chainId)) await lockPerson(queries, personId)
  for (const session of await store.findSessionsByChain(queries, chainId)) {
    await lockPerson(queries, session.personId)
    await endAndRecord(context, queries, { ...session, reason: 'network_changed' })
  }
  await markUnproven(queries, { chain: String(chainId), now: context.now() })
  await suspendVerdictsOnChain(queries, chainId)
}
