import type { Account } from '@countersign/contract/family/account.ts'
/** A sign-in can cancel a deletion, and makes owners of `OWNER_WALLETS`. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Awaitable, Queries } from '../../platform/store/database.ts'
import { isContractAccount } from '../../proof/account.ts'
import { markVerdictsDue } from '../group/verdict.store.ts'
import type { Identity } from '../wallet/identify-wallet.ts'
import { cancelDeletion, requireOwnDeletion } from './deletion.ts'
import { type Person, updateRole } from './person.store.ts'

export function restoreAndPromote(
  context: Context,
  queries: Queries,
  { identity, keepAccount }: { identity: Identity; keepAccount: boolean },
): Awaitable<Identity> {
  const { person, wallet, created } = identity
  const promotes = !created && isListedOwner(context, wallet)
  if (person.status !== 'deleting' && !promotes) return identity
  return changePerson(context, queries, { identity, keepAccount, promotes })
}

/** `OWNER_WALLETS` lists keys: a contract at the same address can be anyone's. */
export function isListedOwner({ config }: Context, account: Account): boolean {
  return config.ownerWallets.includes(account.address) && !isContractAccount(account)
}

async function changePerson(
  context: Context,
  queries: Queries,
  { identity, keepAccount, promotes }: { identity: Identity; keepAccount: boolean; promotes: boolean },
): Promise<Identity> {
  let { person } = identity
  if (person.status === 'deleting') {
    const details = await requireOwnDeletion(queries, person.id)
    if (!keepAccount) throw new AppError('person_deleting', details)
    const { address } = identity.wallet
    person = await cancelDeletion(context, queries, { id: person.id, actorId: person.id, address })
  }
  if (promotes && person.status === 'active') person = await promoteToOwner(context, queries, person, 'OWNER_WALLETS')
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
