import { AppError } from '@countersign/contract/error/errors.ts'
import { changeTarget, reloadActor } from '../../access/role-authority.ts'
import { addNotice } from '../../accounts/notice/notice.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { createRecoveryLinkFor, mayRecover } from '../../accounts/recovery/recovery.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'

/** Not for oneself: it would bypass the waiting time of new wallets. */
export function createRecoveryLink(
  context: Context,
  admin: Acting,
  id: string,
): Promise<{ url: string; expiresAt: number }> {
  return changeTarget(context, admin, id, async (queries) => {
    const person = await lockPerson(queries, id)
    const actor = await reloadActor(context, queries, admin)
    if (!person || person.status === 'deleted') throw new AppError('not_found')
    if (!mayRecover(actor.person.role, person.role)) throw new AppError('role_too_high')
    if (actor.person.id === id) throw new AppError('own_role')
    if (person.status === 'deleting') throw new AppError('person_deleting')
    const link = await createRecoveryLinkFor(context, queries, { personId: id, createdBy: actor.person.id })
    await recordEvent(context, queries, {
      kind: 'recovery.admin_link',
      ...admin,
      personId: id,
      data: { expiresAt: new Date(link.expiresAt).toISOString() },
    })
    await addNotice(context, queries, { personId: id, kind: 'recovery_link_created' })
    // In the fragment, which browsers do not send to servers.
    return { url: `${context.config.origin}/recover#link=${link.token}`, expiresAt: link.expiresAt }
  })
}
