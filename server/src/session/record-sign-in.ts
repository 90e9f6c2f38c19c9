/** Records sign-ins. */

import { removeRequestsOf, subjectOfWallet } from '../accounts/access-request/access-request.ts'
import { joinInvitedGroups } from '../accounts/group/members.ts'
import { addNotice } from '../accounts/notice/notice.ts'
import type { Identity } from '../accounts/wallet/identify-wallet.ts'
import { type RequestSource, recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { markPersonSeen } from './session.store.ts'

type Start = { identity: Identity; sessionId: string; source: RequestSource; knownDevice: boolean }

export async function recordStart(context: Context, queries: Queries, start: Start): Promise<void> {
  const { identity, sessionId, source, knownDevice } = start
  const { person, wallet, created, kept, inviteId } = identity
  const about = { actorId: person.id, personId: person.id, sessionId, source, address: wallet.address }
  if (created) {
    await recordEvent(context, queries, { ...about, kind: 'person.created', data: { role: person.role } })
    // A person with an account has no sign-up request.
    await removeRequestsOf(queries, subjectOfWallet(wallet))
  } else await markPersonSeen(queries, { id: person.id, at: context.now() })
  if (inviteId !== undefined) await recordEvent(context, queries, { ...about, kind: 'invite.used', data: { inviteId } })
  const by = { actorId: person.id, sessionId, source }
  await joinInvitedGroups(context, queries, { by, groupIds: identity.groupIds ?? [], personId: person.id })
  if (kept)
    await recordEvent(context, queries, {
      ...about,
      kind: 'wallet.removal_cancelled',
      data: { walletId: wallet.id, by: 'sign_in' },
    })
  await recordEvent(context, queries, {
    ...about,
    kind: 'sign_in.ok',
    data: { walletId: wallet.id, wallet: wallet.name, created, knownDevice },
  })
  if (!knownDevice && !created)
    await addNotice(context, queries, { personId: person.id, kind: 'new_sign_in', sessionId, source, wallet })
}
