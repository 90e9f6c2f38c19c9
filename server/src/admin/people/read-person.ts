/** One person, as those who run the place see them. */

import { AppError } from '@countersign/contract/errors.ts'
import type { PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import { refreshNames } from '../../accounts/ens-name/refresh-names.ts'
import { findGroupsOf } from '../../accounts/group/member.store.ts'
import { findProfile } from '../../accounts/person/profile.store.ts'
import { listOwnWallets } from '../../accounts/wallet/own-wallets.ts'
import { describeWallet } from '../../accounts/wallet/present-wallet.ts'
import { findPrimaryId } from '../../accounts/wallet/wallet.store.ts'
import { listOwnGrants } from '../../apps/grants/grant.ts'
import { listEvents } from '../../audit/list-events.ts'
import type { Context } from '../../context.ts'
import { listLiveSessions } from '../../session/list-sessions.ts'
import type { SessionRecord } from '../../session/session.store.ts'
import { findPeopleByIds } from './list-people.store.ts'
import { presentPerson } from './list-people.ts'

const SESSIONS = '50'
const EVENTS = '20'

export async function readPerson(context: Context, current: SessionRecord, id: string): Promise<PersonDetails> {
  const { store } = context
  const person = (await findPeopleByIds(store, [id])).get(id)
  const profile = await findProfile(store, id)
  if (!person || !profile) throw new AppError('not_found')
  const sessions = await listLiveSessions(context, { current, personId: id, paging: { limit: SESSIONS } })
  const activity = await listEvents(context, { person: id, limit: EVENTS })
  const { deleteAfter, suspendedFor, recoveryCodesLeft, version } = profile
  return {
    person: presentPerson(person),
    wallets: await walletsOf(context, current, id),
    sessions: sessions.items.map(({ person: _, ...session }) => session),
    grants: (await listOwnGrants(context, id)).items,
    groups: await findGroupsOf(store, id),
    activity: activity.items,
    recoveryCodesLeft,
    deleteAfter: deleteAfter === null ? null : new Date(deleteAfter).toISOString(),
    suspendedFor: suspendedFor || null,
    version,
  }
}

async function walletsOf(context: Context, current: SessionRecord, id: string): Promise<PersonDetails['wallets']> {
  const primaryId = await findPrimaryId(context.store, id)
  const beside = { primaryId, currentId: current.wallet.id, now: context.now() }
  const wallets = await listOwnWallets(context, context.store, id)
  refreshNames(context, wallets)
  return wallets.map((wallet) => describeWallet(wallet, beside))
}
