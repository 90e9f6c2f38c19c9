/** Finds the person of a proven wallet, or creates one who may sign up. */

import type { Role } from '@countersign/contract/permission.ts'
import type { LinkedVia } from '@countersign/contract/routes/wallet.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { Account } from '../../proof/account.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { insertPerson, lockPerson, type Person } from '../person/person.store.ts'
import { releaseIfDue } from './unlink-wallet.ts'
import { findWallet, insertWallet, markWalletUsed, type Wallet } from './wallet.store.ts'

type Proven = { account: Account; label: { name: string | null; rdns: string | null }; via: LinkedVia }

export type Identity = {
  person: Person
  wallet: Wallet
  created: boolean
  /** Signing in cancelled the removal of the wallet. */
  kept: boolean
  /** The invitation a new person used. */
  inviteId?: string | undefined
  /** Groups of that invitation. */
  groupIds?: string[] | undefined
}

export async function identify(
  context: Context,
  queries: Queries,
  proven: Proven,
  admit: (queries: Queries, account: Account) => Promise<{ role: Role; inviteId?: string; groupIds?: string[] }>,
): Promise<Identity> {
  const now = context.now()
  const { account } = proven
  const known = await findWallet(queries, account)
  if (!known) return welcome(context, queries, { ...proven, ...(await admit(queries, account)) })
  // Locked from here on: a concurrent suspension, deletion or removal happens before or after, not in between.
  const person = await lockPerson(queries, known.personId)
  if (!person) throw new Error('A wallet belongs to nobody')
  const used = await markWalletUsed(queries, { id: known.id, ...proven.label, now })
  if (!used) {
    // Removed since it was read, or due: the address is free, and signing in creates a new person.
    await releaseIfDue(context, queries, account)
    return identify(context, queries, proven, admit)
  }
  const kept = known.status === 'removing'
  if (kept) await touchPerson(queries, person.id, now)
  const wallet = { ...known, name: proven.label.name ?? known.name, status: 'linked' as const }
  return { person, wallet, created: false, kept }
}

type Newcomer = Proven & { role: Role; inviteId?: string; groupIds?: string[] }

async function welcome(context: Context, queries: Queries, newcomer: Newcomer): Promise<Identity> {
  const { account, label, via, role, inviteId, groupIds } = newcomer
  const now = context.now()
  const walletId = newId(context, 'wal')
  const person = await insertPerson(queries, { id: newId(context, 'per'), role, primaryWalletId: walletId, now })
  const wallet = await insertWallet(queries, {
    id: walletId,
    personId: person.id,
    ...account,
    ...label,
    linkedVia: via,
    now,
  })
  return { person, wallet, created: true, kept: false, inviteId, groupIds }
}
