/**
 * Revalidates contract wallets, whose owners can change: in the background for reads, before sensitive actions
 * otherwise.
 */

import { AppError } from '@countersign/contract/errors.ts'
import { CONTRACT_CHECK_EVERY_MS, RATE_RECHECKS_PER_SESSION } from '@countersign/contract/limits.ts'
import { WALLET_CHANGED } from '@countersign/contract/routes/session.ts'
import { touchPerson } from '../accounts/notice/notice.ts'
import { lockPerson } from '../accounts/person/person.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { verifyContractSignature } from '../networks/rpc/contract.ts'
import { open, seal } from '../platform/crypto/seal.ts'
import type { Queries } from '../platform/store/database.ts'
import { KEY_CHAIN } from '../proof/account.ts'
import type { ContractProof } from '../proof/challenge/verify-claim.ts'
import { readInstance } from '../settings/read-settings.ts'
import {
  findContractProof,
  insertContractProof,
  markContractChecked,
  type ProofRecord,
} from './contract-proof.store.ts'
import { endLapsedSession, endSession } from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

/** In the transaction that starts the session. */
export async function keepContractProof(
  context: Context,
  queries: Queries,
  sessionId: string,
  proof: ContractProof,
): Promise<void> {
  const { chainId, address, hash, at } = proof
  const content = Buffer.from(proof.signature.slice(2), 'hex')
  const signature = seal(context, { key: context.keys.proof, aad: sessionId, content })
  await insertContractProof(queries, { sessionId, chainId, address, hash, signature, checkedAt: at })
}

/** For reads. Rate-limited, so that an unreachable chain is not asked with every request. */
export function revalidateInBackground(context: Context, session: SessionRecord): void {
  if (session.wallet.chainRef === KEY_CHAIN || underWay(context).has(session.id)) return
  context.background.run('revalidate a contract wallet', async () => {
    const proof = await findContractProof(context.store, session.id)
    if (proof && !isDue(context, proof)) return
    if (mayTry(context, session)) await checkOnce(context, session)
  })
}

/** For sensitive actions. Throws when the chain cannot be asked or the contract rejects the signature. */
export async function revalidateIfDue(context: Context, session: SessionRecord): Promise<void> {
  if (session.wallet.chainRef === KEY_CHAIN) return
  const proof = await findContractProof(context.store, session.id)
  if (!proof || isDue(context, proof)) await revalidateNow(context, session)
}

/** The same, however recent the last check is. */
export async function revalidateNow(context: Context, session: SessionRecord): Promise<void> {
  if (session.wallet.chainRef === KEY_CHAIN) return
  if (!(await checkOnce(context, session))) throw new AppError('session_revoked', WALLET_CHANGED)
}

function isDue(context: Context, { checkedAt }: ProofRecord): boolean {
  return context.now() - checkedAt >= CONTRACT_CHECK_EVERY_MS
}

function mayTry(context: Context, { id }: SessionRecord): boolean {
  try {
    context.rates.take(`recheck:${id}`, RATE_RECHECKS_PER_SESSION)
    return true
  } catch {
    return false
  }
}

const checks = new WeakMap<Context, Map<string, Promise<boolean>>>()

function underWay(context: Context): Map<string, Promise<boolean>> {
  const known = checks.get(context) ?? new Map<string, Promise<boolean>>()
  checks.set(context, known)
  return known
}

/** Concurrent checks of one session share one request. */
function checkOnce(context: Context, session: SessionRecord): Promise<boolean> {
  const open = underWay(context)
  const asked = open.get(session.id) ?? check(context, session).finally(() => open.delete(session.id))
  open.set(session.id, asked)
  return asked
}

async function check(context: Context, session: SessionRecord): Promise<boolean> {
  const proof = await findContractProof(context.store, session.id)
  const at = context.now()
  if (proof && (await stillHolds(context, proof))) {
    await markContractChecked(context.store, session.id, at)
    return true
  }
  await endChanged(context, session)
  return false
}

async function stillHolds(context: Context, proof: ProofRecord): Promise<boolean> {
  const { sessionId, chainId, address, hash } = proof
  const opened = open(proof.signature, { key: context.keys.proof, aad: sessionId })
  if (!opened) return false
  const { factories } = await readInstance(context)
  const signature = `0x${opened.toString('hex')}`
  try {
    return (await verifyContractSignature(context.chains, factories, { chainId, address, hash, signature })) === 'valid'
  } catch (error) {
    // A removed network cannot be asked, which is not a no.
    const gone = error instanceof AppError && error.code === 'network_not_configured'
    throw gone ? new AppError('rpc_unavailable', { cause: error }) : error
  }
}

async function endChanged(context: Context, session: SessionRecord): Promise<void> {
  const { id, person, wallet } = session
  const reason = 'wallet_changed'
  await context.store.transaction(async (queries) => {
    await lockPerson(queries, person.id)
    const at = context.now()
    await endLapsedSession(queries, id, reason)
    if (!(await endSession(queries, { id, at, reason }))) return
    await touchPerson(queries, person.id, at)
    await recordEvent(context, queries, {
      kind: 'session.ended',
      by: 'system',
      personId: person.id,
      sessionId: id,
      address: wallet.address,
      data: { reason },
    })
  })
  context.log.info('contract wallet revalidation failed, session ended', { sessionId: id })
}
