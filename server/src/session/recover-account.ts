/** Back into an account without its wallets: a code or an admin's link says whose it is, and a new wallet joins it. */

import { AppError } from '@countersign/contract/errors.ts'
import { RATE_RECOVERIES_PER_PERSON } from '@countersign/contract/limits.ts'
import { addNotice } from '../accounts/notice/notice.ts'
import { lockPerson, type Person, restoreFromDeletion } from '../accounts/person/person.store.ts'
import { findKeyHolder, type Key, spendKey } from '../accounts/recovery/recovery.store.ts'
import { hashTypedCode } from '../accounts/recovery/recovery-codes.ts'
import type { Identity } from '../accounts/wallet/identify-wallet.ts'
import { addWallet } from '../accounts/wallet/link-wallet.ts'
import { type RequestSource, recordEvent, recordEventLater } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import type { Queries } from '../platform/store/database.ts'
import { endSessionsOf } from './session.store.ts'
import type { Proven } from './start-session.ts'

/** One of the two; both or neither is as wrong as a wrong one. */
export function readKey({ code, link }: { code?: string | undefined; link?: string | undefined }): Key {
  if (code !== undefined && link === undefined) return { kind: 'code', hash: hashTypedCode(code) }
  if (link !== undefined && code === undefined) return { kind: 'link', hash: sha256(link) }
  throw new AppError('recovery_invalid')
}

type Recovering = { key: Key; proven: Proven; source: RequestSource; sessionId: string }

/** In the transaction of the session it starts. Every other session of the person ends: who is out there is not known. */
export async function recoverAccount(context: Context, queries: Queries, recovering: Recovering): Promise<Identity> {
  const { key, proven, source, sessionId } = recovering
  const person = await redeem(context, queries, { key, source })
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

export function recordRecoveryRefusal(context: Context, error: unknown, source: RequestSource): void {
  if (!(error instanceof AppError) || error.status >= 500 || error.code === 'rate_limited') return
  recordEventLater(context, { kind: 'recovery.refused', outcome: 'refused', code: error.code, source })
}

/** Spends the key and returns whose it was, held. Unknown, used and too late are told alike. */
async function redeem(
  context: Context,
  queries: Queries,
  { key, source }: Pick<Recovering, 'key' | 'source'>,
): Promise<Person> {
  const personId = await findKeyHolder(queries, key)
  const person = personId === undefined ? undefined : await lockPerson(queries, personId)
  if (!person || person.status === 'deleted') throw new AppError('recovery_invalid')
  context.rates.take(`recovery:${person.id}`, RATE_RECOVERIES_PER_PERSON)
  if (!(await spendKey(queries, key, context.now()))) throw new AppError('recovery_invalid')
  return person.status === 'deleting' ? stay(context, queries, { id: person.id, source }) : person
}

/** Whoever takes the trouble to come back this way wants to stay. */
async function stay(
  context: Context,
  queries: Queries,
  { id, source }: { id: string; source: RequestSource },
): Promise<Person> {
  await restoreFromDeletion(queries, { id, now: context.now() })
  await recordEvent(context, queries, { kind: 'person.deletion_cancelled', actorId: id, personId: id, source })
  const person = await lockPerson(queries, id)
  if (!person) throw new Error('A person who was held is gone')
  return person
}
