/**
 * When the endpoints of a chain change, what its contracts said is no longer trusted: their sessions end, and the
 * wallets must sign again.
 */

import { touchPerson } from '../accounts/notice/notice.ts'
import { lockPerson } from '../accounts/person/person.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { findSessionsByChain, markUnproven } from './contract-proof.store.ts'
import { endSession } from './session.store.ts'

export async function distrustChain(context: Context, queries: Queries, chainId: number): Promise<void> {
  const at = context.now()
  const reason = 'network_changed'
  for (const { id, personId, address } of await findSessionsByChain(queries, chainId)) {
    await lockPerson(queries, personId)
    if (!(await endSession(queries, { id, at, reason }))) continue
    await touchPerson(queries, personId, at)
    await recordEvent(context, queries, {
      kind: 'session.ended',
      by: 'system',
      personId,
      sessionId: id,
      address,
      data: { reason },
    })
  }
  await markUnproven(queries, String(chainId), at)
}
