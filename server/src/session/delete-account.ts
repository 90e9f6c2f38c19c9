/** Deletes an account: signed out at once, erased after the grace period, kept by signing in before that. */

import { AppError } from '@countersign/contract/errors.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { startDeletion } from '../accounts/person/deletion.ts'
import { lockPersonAndOwners } from '../accounts/person/person.ts'
import type { Actor } from '../audit/record-event.ts'
import type { LockSession } from '../call.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { endSessionsOf } from './session.store.ts'

type OwnDeletion = { actor: Actor; lockSession: LockSession; phrase: string }

export async function deleteOwnAccount(context: Context, { actor, lockSession, phrase }: OwnDeletion): Promise<number> {
  if (phrase !== DELETION_PHRASE)
    throw new AppError('phrase_wrong', { fields: [{ path: '/phrase', code: 'other_words' }] })
  return context.store.transaction(async (queries) => {
    const { lastOwner } = await lockPersonAndOwners(queries, actor.actorId)
    if (lastOwner) throw new AppError('last_owner')
    await lockSession(queries)
    return deleteAccount(context, queries, { personId: actor.actorId, actor })
  })
}

/** The person is locked by the transaction. Returns when the account will be erased. */
export async function deleteAccount(
  context: Context,
  queries: Queries,
  deletion: { personId: string; actor: Actor },
): Promise<number> {
  await endSessionsOf(queries, { personId: deletion.personId, at: context.now(), reason: 'person_deleted' })
  return startDeletion(context, queries, deletion)
}
