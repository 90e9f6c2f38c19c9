import { AppError } from '@countersign/contract/error/errors.ts'
import type { PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import { findGroupsOfAll } from '../../accounts/group/group-members.store.ts'
import { findPeopleByIds } from '../../accounts/person/list-people.store.ts'
import { presentPerson } from '../../accounts/person/present-person.ts'
import { findProfile, isSuspended } from '../../accounts/person/profile.ts'
import { presentWallets } from '../../accounts/wallet/present-wallet.ts'
import { listOwnGrants } from '../../apps/grants/grant.ts'
import { listEvents } from '../../audit/list-events.ts'
import type { Context } from '../../context.ts'
import { listLiveSessions } from '../../session/list/list-sessions.ts'
import type { SessionRecord } from '../../session/session-record.ts'

const SESSION_LIMIT = '50'
const EVENT_LIMIT = '20'

export async function readPerson(context: Context, current: SessionRecord, id: string): Promise<PersonDetails> {
  const { store } = context
  const person = (await findPeopleByIds(store, [id])).get(id)
  const profile = await findProfile(store, id)
  if (!person || !profile) throw new AppError('not_found')
  const sessions = await listLiveSessions(context, { current, personId: id, paging: { limit: SESSION_LIMIT } })
  const activity = await listEvents(context, { person: id, limit: EVENT_LIMIT })
  const { deleteAfter, deletionBy, suspendedFor, recoveryCodesLeft, version } = profile
  return {
    person: presentPerson(person),
    wallets: await presentWallets(context, { personId: id, currentId: current.wallet.id }),
    sessions: sessions.items.map(({ person: _, ...session }) => session),
    grants: (await listOwnGrants(context, id)).items,
    groups: (await findGroupsOfAll(store, [id], context.now())).get(id) ?? [],
    activity: activity.items,
    recoveryCodesLeft,
    deletion: deleteAfter === null ? null : { after: new Date(deleteAfter).toISOString(), own: deletionBy === id },
    suspended: isSuspended(profile),
    suspendedFor: suspendedFor || null,
    version,
  }
}
