import { AppError } from '@countersign/contract/error/errors.ts'
import { changeTarget, reloadActor, requireAuthorityOver } from '../../access/role-authority.ts'
import { touchPerson } from '../../accounts/notice/notice.ts'
import { cancelDeletion as restoreAccount } from '../../accounts/person/deletion.ts'
import { lockPerson, lockPersonAndOwners } from '../../accounts/person/person.ts'
import { findProfile } from '../../accounts/person/profile.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { deleteAccount } from '../../session/account.ts'
import { endSessionsOf } from '../../session/end-session.ts'

export function signOutPerson(context: Context, admin: Acting, id: string): Promise<number> {
  return changeTarget(context, admin, id, async (queries) => {
    const person = await lockPerson(queries, id)
    if (!person) throw new AppError('not_found')
    requireAuthorityOver((await reloadActor(context, queries, admin)).person, person)
    const now = context.now()
    const ended = await endSessionsOf(queries, { personId: id, at: now, reason: 'revoked_admin' })
    await touchPerson(queries, id, now)
    const event = { kind: 'person.signed_out', personId: id, data: { ended } } as const
    await recordEvent(context, queries, { ...admin, ...event })
    return ended
  })
}

/** With the same grace period as a person's own deletion, which it takes over. Returns when the account will be erased. */
export function deletePerson(context: Context, admin: Acting, id: string): Promise<number> {
  return changeTarget(context, admin, id, async (queries) => {
    const { person, lastOwner } = await lockPersonAndOwners(queries, id)
    const actor = await reloadActor(context, queries, admin)
    const profile = await findProfile(queries, id)
    if (person.status === 'deleted') throw new AppError('not_found')
    requireAuthorityOver(actor.person, person)
    if (actor.person.id === id) throw new AppError('own_role')
    if (lastOwner) throw new AppError('last_owner')
    if (profile?.version !== admin.version) throw new AppError('version_conflict')
    const { deleteAfter, deletionBy } = profile
    if (person.status === 'deleting' && deleteAfter !== null && deletionBy !== id) return deleteAfter
    return deleteAccount(context, queries, { personId: id, actor: admin })
  })
}

export function cancelDeletion(context: Context, admin: Acting, id: string): Promise<void> {
  return changeTarget(context, admin, id, async (queries) => {
    const person = await lockPerson(queries, id)
    const actor = await reloadActor(context, queries, admin)
    const profile = await findProfile(queries, id)
    if (person?.status !== 'deleting') throw new AppError('not_found')
    requireAuthorityOver(actor.person, person)
    if (profile?.version !== admin.version) throw new AppError('version_conflict')
    if (profile.deletionBy === id) throw new AppError('deletion_not_yours')
    await restoreAccount(context, queries, { id, ...admin })
  })
}
