import type { LinkedVia } from '@countersign/contract/wallet.ts'
import { type Queries, type Row, statement } from '../store/database.ts'
import { oneOf, text, textOrNull } from '../store/row.ts'

/** `address` is lower-case; a key-controlled account has chain `0`: it is the same on every chain. */
export type Wallet = {
  id: string
  personId: string
  address: string
  chainRef: string
  name: string | null
  status: 'linked' | 'removing' | 'removed'
}
type NewWallet = Omit<Wallet, 'status'> & { rdns: string | null; linkedVia: LinkedVia; now: number }

const insert = statement(`
  INSERT INTO wallet (id, person_id, namespace, address, chain_ref, kind, status, linked_via,
    name_last, rdns_last, linked_at, last_used_at, version)
  VALUES (?, ?, 'eip155', ?, ?, 'eoa', 'linked', ?, ?, ?, ?, ?, 1)`)
const COLUMNS = 'id, person_id, address, chain_ref, name_last, status'
const findById = statement(`SELECT ${COLUMNS} FROM wallet WHERE id = ? AND status <> 'removed'`)
const findPrimary = statement(`
  SELECT w.address FROM person p JOIN wallet w ON w.id = p.primary_wallet_id WHERE p.id = ?`)
const find = statement(`
  SELECT ${COLUMNS} FROM wallet
  WHERE namespace = 'eip155' AND address = ? AND chain_ref = ? AND status <> 'removed'`)
const used = statement(`
  UPDATE wallet SET last_used_at = ?, name_last = coalesce(?, name_last), rdns_last = coalesce(?, rdns_last),
    status = 'linked', removing_since = NULL, remove_at = NULL, removal_by = NULL WHERE id = ?`)

export async function insertWallet(queries: Queries, wallet: NewWallet): Promise<Wallet> {
  const { id, personId, address, chainRef, linkedVia, name, rdns, now } = wallet
  await queries.run(insert, id, personId, address, chainRef, linkedVia, name, rdns, now, now)
  return { id, personId, address, chainRef, name, status: 'linked' }
}

export async function findWallet(
  queries: Queries,
  account: { address: string; chainRef: string },
): Promise<Wallet | undefined> {
  const row = await queries.one(find, account.address, account.chainRef)
  return row && toWallet(row)
}

export async function findWalletById(queries: Queries, id: string): Promise<Wallet | undefined> {
  const row = await queries.one(findById, id)
  return row && toWallet(row)
}

/** The address of a person's main wallet. */
export async function findPrimaryAddress(queries: Queries, personId: string): Promise<string | undefined> {
  const row = await queries.one(findPrimary, personId)
  return row && text(row, 'address')
}

type Use = { id: string; name: string | null; rdns: string | null; now: number }

/** Whoever signs with a wallet keeps it: a removal under way ends. */
export async function markWalletUsed(queries: Queries, { id, name, rdns, now }: Use): Promise<void> {
  await queries.run(used, now, name, rdns, id)
}

function toWallet(row: Row): Wallet {
  return {
    id: text(row, 'id'),
    personId: text(row, 'person_id'),
    address: text(row, 'address'),
    chainRef: text(row, 'chain_ref'),
    name: textOrNull(row, 'name_last'),
    status: oneOf(row, 'status', ['linked', 'removing', 'removed']),
  }
}
