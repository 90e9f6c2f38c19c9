/** Recovery and deletion of accounts end all sessions of the person. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { addNotice } from '../accounts/notice/notice.ts'
import { startDeletion } from '../accounts/person/deletion.ts'
import { lockPersonAndOwners } from '../accounts/person/person.ts'
import { type RecoveryKey, redeemKey } from '../accounts/recovery/recovery.ts'
import type { Identity } from '../accounts/wallet/identify-wallet.ts'
import { addWallet } from '../accounts/wallet/link-wallet.ts'
import { type Actor, type RequestSource, recordEvent } from '../audit/record-event.ts'
import type { Acting } from '../call.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { reloadSession } from './lock-session.ts'
import { endSessionsOf } from './session.store.ts'
import type { Proven } from './start/start-session.ts'

type Recovery = { key: RecoveryKey; proven: Proven; source: RequestSource; sessionId: string }

/** Links a new wallet, in the transaction of the session it starts. Any other session may be an attacker's. */
export async function recoverAccount(
  context: Context,
  queries: Queries,
  { key, proven, source, sessionId }: Recovery,
): Promise<Identity> {
  const person = await redeemKey(context, queries, { key, source })
  const via = key.kind === 'code' ? 'recovery' : 'admin_recovery'
  const { account, label } = proven
  const wallet = await addWallet(context, queries, { personId: person.id, account, ...label, via })
  const sessionsEnded = await endSessionsOf(queries, { personId: person.id, at: context.now(), reason: 'recovered' })
  const about = { actorId: person.id, personId: person.id, sessionId, source, address: account.address }
  const data = { by: key.kind, walletId: wallet.id, sessionsEnded }
  await recordEvent(context, queries, { ...about, kind: 'recovery.used', data })
  await recordEvent(context, queries, { ...about, kind: 'wallet.linked', data: { walletId: wallet.id, via } })
  await addNotice(context, queries, { personId: person.id, kind: 'recovery_used', sessionId, source, wallet })
  return { person, wallet, created: false, kept: false }
}

export async function deleteOwnAccount(context: Context, actor: Acting, phrase: string): Promise<number> {
  if (phrase !== DELETION_PHRASE)
    throw new AppError('phrase_wrong', { fields: [{ path: '/phrase', code: 'other_words' }] })
  return actor.transaction(async (queries) => {
    const { lastOwner } = await lockPersonAndOwners(queries, actor.actorId)
    // Again, since the session may have ended while this waited for the locks.
    await reloadSession(context, queries, actor.sessionId)
    if (lastOwner) throw new AppError('last_owner')
    return deleteAccount(context, queries, { personId: actor.actorId, actor })
  })
}

/** The person is locked. Returns when the account will be erased. */
export async function deleteAccount(
  context: Context,
  queries: Queries,
  deletion: { personId: string; actor: Actor },
): Promise<number> {
  await endSessionsOf(queries, { personId: deletion.personId, at: context.now(), reason: 'person_deleted' })
  return startDeletion(context, queries, deletion)
}
