/** Finds the person of a proven wallet, or creates one who may sign up. */

import type { Account } from '@countersign/contract/family/account.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { LinkedVia } from '@countersign/contract/routes/wallet.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import { runTogether } from '../../platform/store/database.ts'
import { walletKind } from '../../proof/account.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { insertPerson, type Person } from '../person/person.store.ts'
import { releaseIfDue } from './unlink-wallet.ts'
import { findOwnedWallet, insertWallet, markWalletUsed, type Wallet } from './wallet.store.ts'

/** What a new person gets: a role, and the groups of the invitation they used. `byRule`: the rule of a group let them in. */
export type SignUp = { role: Role; inviteId?: string; groupIds?: string[]; byRule?: boolean }

type Proven = { account: Account; label: { name: string | null; rdns: string | null }; via: LinkedVia }

export type Identity = {
  person: Person
  wallet: Wallet
  created: boolean
  /** Signing in cancelled the removal of the wallet. */
  kept: boolean
  inviteId?: string | undefined
  groupIds?: string[] | undefined
  byRule?: boolean | undefined
}

export async function identify(
  context: Context,
  queries: Queries,
  proven: Proven,
  admit: () => Promise<SignUp>,
): Promise<Identity> {
  const now = context.now()
  const { account } = proven
  const found = await findOwnedWallet(queries, account)
  if (!found) return createPerson(context, queries, { ...proven, ...(await admit()) })
  const { person } = found
  const used = await markWalletUsed(queries, found.wallet, { ...proven.label, now })
  if (!used) {
    // Removed since it was read, or due: the address is free, and signing in creates a new person.
    await releaseIfDue(context, queries, account)
    return identify(context, queries, proven, admit)
  }
  const { id, personId, namespace, address, chain, ens, status } = found.wallet
  const kept = status === 'removing'
  if (kept) await touchPerson(queries, person.id, now)
  const name = proven.label.name ?? found.wallet.name
  const wallet: Wallet = { id, personId, namespace, address, chain, name, ens, status: 'linked' }
  return { person, wallet, created: false, kept }
}

async function createPerson(
  context: Context,
  queries: Queries,
  { account, label, via, role, inviteId, groupIds, byRule }: Proven & SignUp,
): Promise<Identity> {
  const now = context.now()
  const walletId = newId(context, 'wal')
  const personId = newId(context, 'per')
  const names = { ...account, kind: walletKind(account), ...label, linkedVia: via }
  const [person, wallet] = await runTogether(
    insertPerson(queries, { id: personId, role, primaryWalletId: walletId, now }),
    insertWallet(queries, { id: walletId, personId, ...names, now }),
  )
  return { person, wallet, created: true, kept: false, inviteId, groupIds, byRule }
}
