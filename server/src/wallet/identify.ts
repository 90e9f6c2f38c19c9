/** Whose wallet is this? Nobody's yet: then a new person's. */

import type { Context } from '../context.ts'
import { newId } from '../crypto/id.ts'
import { findPerson, insertPerson, type Person } from '../person/person.store.ts'
import type { Queries } from '../store/database.ts'
import { findWallet, insertWallet, type LinkedVia, markWalletUsed, type Wallet } from './wallet.store.ts'
import { KEY_CHAIN } from './wallet.ts'

type Proven = { address: string; label: { name: string | null; rdns: string | null }; via: LinkedVia }
export type Identity = { person: Person; wallet: Wallet; created: boolean }

export async function identify(context: Context, queries: Queries, proven: Proven): Promise<Identity> {
  const now = context.now()
  const account = { address: proven.address.toLowerCase(), chainRef: KEY_CHAIN }
  const known = await findWallet(queries, account)
  if (!known) return welcome(context, queries, proven)
  await markWalletUsed(queries, { id: known.id, ...proven.label, now })
  const person = await findPerson(queries, known.personId)
  if (!person) throw new Error('A wallet belongs to nobody')
  return { person, wallet: { ...known, name: proven.label.name ?? known.name }, created: false }
}

async function welcome(context: Context, queries: Queries, { address, label, via }: Proven): Promise<Identity> {
  const now = context.now()
  const person = await insertPerson(queries, { id: newId(context, 'per'), role: 'member', now })
  const wallet = await insertWallet(queries, {
    id: newId(context, 'wal'),
    personId: person.id,
    address: address.toLowerCase(),
    chainRef: KEY_CHAIN,
    ...label,
    linkedVia: via,
    now,
  })
  return { person, wallet, created: true }
}
