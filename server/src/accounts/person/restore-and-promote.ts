/** How a known person stands: named an owner by the environment, or leaving and perhaps staying after all. */

import { AppError } from '@countersign/contract/errors.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { Identity } from '../wallet/identify-wallet.ts'
import { KEY_CHAIN } from '../wallet/wallet.ts'
import { findDeletion, findPerson, restoreFromDeletion, updateRole } from './person.store.ts'

type Standing = { identity: Identity; keepAccount: boolean }

export async function restoreAndPromote(context: Context, queries: Queries, standing: Standing): Promise<Identity> {
  const { identity, keepAccount } = standing
  const stayed = identity.person.status === 'deleting' ? await stay(context, queries, identity, keepAccount) : identity
  return promoteToOwner(context, queries, stayed)
}

async function stay(context: Context, queries: Queries, identity: Identity, keepAccount: boolean): Promise<Identity> {
  const { person, wallet } = identity
  if (!keepAccount) {
    const deleteAfter = await findDeletion(queries, person.id)
    throw new AppError('person_deleting', deleteAfter === null ? {} : { until: new Date(deleteAfter).toISOString() })
  }
  await restoreFromDeletion(queries, { id: person.id, now: context.now() })
  const back = (await findPerson(queries, person.id)) ?? person
  await recordEvent(context, queries, {
    kind: 'person.deletion_cancelled',
    actorId: person.id,
    personId: person.id,
    address: wallet.address,
  })
  return { ...identity, person: back }
}

async function promoteToOwner(context: Context, queries: Queries, identity: Identity): Promise<Identity> {
  const { person, wallet, created } = identity
  const named = wallet.chainRef === KEY_CHAIN && context.config.ownerWallets.includes(wallet.address)
  if (!named || person.role === 'owner' || person.status !== 'active' || created) return identity
  await updateRole(queries, { id: person.id, role: 'owner', now: context.now() })
  await recordEvent(context, queries, {
    kind: 'person.role_changed',
    by: 'system',
    personId: person.id,
    data: { from: person.role, to: 'owner', because: 'OWNER_WALLETS' },
  })
  return { ...identity, person: { ...person, role: 'owner' } }
}
