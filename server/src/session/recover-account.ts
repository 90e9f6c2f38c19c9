/** Recovers an account without its wallets: a code or an admin's link identifies it, and a new wallet is linked to it. */

import { addNotice } from '../accounts/notice/notice.ts'
import { type RecoveryKey, redeemKey } from '../accounts/recovery/recovery.ts'
import type { Identity } from '../accounts/wallet/identify-wallet.ts'
import { addWallet } from '../accounts/wallet/link-wallet.ts'
import { type RequestSource, recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { endSessionsOf } from './session.store.ts'
import type { Proven } from './start-session.ts'

type Recovering = { key: RecoveryKey; proven: Proven; source: RequestSource; sessionId: string }

/** In the transaction of the session it starts. Every other session of the person ends, since any may be an attacker's. */
export async function recoverAccount(context: Context, queries: Queries, recovering: Recovering): Promise<Identity> {
  const { key, proven, source, sessionId } = recovering
  const person = await redeemKey(context, queries, { key, source })
  const via = key.kind === 'code' ? 'recovery' : 'admin_recovery'
  const { account, label } = proven
  const wallet = await addWallet(context, queries, { personId: person.id, account, ...label, via })
  const now = context.now()
  const sessionsEnded = await endSessionsOf(queries, { personId: person.id, at: now, reason: 'recovered' })
  const about = { actorId: person.id, personId: person.id, sessionId, source, address: account.address }
  await recordEvent(context, queries, {
    ...about,
    kind: 'recovery.used',
    data: { by: key.kind, walletId: wallet.id, sessionsEnded },
  })
  await recordEvent(context, queries, { ...about, kind: 'wallet.linked', data: { walletId: wallet.id, via } })
  await addNotice(context, queries, { personId: person.id, kind: 'recovery_used', sessionId, source, wallet })
  return { person, wallet, created: false, kept: false }
}
