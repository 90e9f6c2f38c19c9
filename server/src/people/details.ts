/** One person, as those who run the place see them. */

import { AppError } from '@countersign/contract/errors.ts'
import type { PersonDetails } from '@countersign/contract/people.ts'
import { listEvents } from '../activity/list.ts'
import type { Context } from '../context.ts'
import { listOwnGrants } from '../grant/grant.ts'
import { findGroupsOf } from '../group/member.store.ts'
import { refreshNames } from '../name/name.ts'
import { findProfile } from '../person/profile.store.ts'
import { listLiveSessions } from '../session/list.ts'
import type { SessionRecord } from '../session/session.store.ts'
import { listOwnWallets } from '../wallet/own.ts'
import { describeWallet } from '../wallet/present.ts'
import { findPrimaryId } from '../wallet/wallet.store.ts'
import { findPeopleByIds } from './list.store.ts'
import { presentPerson } from './list.ts'

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
