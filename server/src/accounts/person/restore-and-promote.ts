/** A sign-in can cancel a deletion, and makes owners of `OWNER_WALLETS`. */

import { AppError } from '@countersign/contract/errors.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { isContractAccount } from '../../proof/account.ts'
import { markVerdictsDue } from '../group/verdict.store.ts'
import type { Identity } from '../wallet/identify-wallet.ts'
import { cancelDeletion, deletionDetails } from './deletion.ts'
import { type Person, updateRole } from './person.store.ts'

export async function restoreAndPromote(
  context: Context,
  queries: Queries,
  { identity, keepAccount }: { identity: Identity; keepAccount: boolean },
): Promise<Identity> {
  let { person } = identity
  const { wallet, created } = identity
  if (person.status === 'deleting') {
    if (!keepAccount) throw new AppError('person_deleting', await deletionDetails(queries, person.id))
    person = await cancelDeletion(context, queries, { id: person.id, actorId: person.id, address: wallet.address })
  }
  const listed = !isContractAccount(wallet) && context.config.ownerWallets.includes(wallet.address)
  if (listed && person.status === 'active' && !created)
    person = await promoteToOwner(context, queries, person, 'OWNER_WALLETS')
  return { ...identity, person }
}

/** `because` is the reason in the audit log. */
export async function promoteToOwner(
  context: Context,
  queries: Queries,
  person: Person,
  because: string,
): Promise<Person> {
  if (person.role === 'owner') return person
  await updateRole(queries, { id: person.id, role: 'owner', now: context.now() })
  await markVerdictsDue(queries, person.id)
  await recordEvent(context, queries, {
    kind: 'person.role_changed',
    by: 'system',
    personId: person.id,
    data: { from: person.role, to: 'owner', because },
  })
  return { ...person, role: 'owner' }
}
