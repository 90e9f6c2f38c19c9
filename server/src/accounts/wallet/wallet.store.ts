import type { LinkedVia } from '@countersign/contract/routes/wallet.ts'
import { linkedViaSchema } from '@countersign/contract/schemas/wallet.ts'
import { type Queries, type Row, statement, writes } from '../../platform/store/database.ts'
import { integer, integerOrNull, oneOf, text, textOrNull } from '../../platform/store/row.ts'

/** `address` is lower case. A key-controlled account has chain `0`: it is the same on every chain. */
export type Wallet = {
  id: string
  personId: string
  address: string
  chainRef: string
  name: string | null
  /** The primary ENS name, if one was found. */
  ens: string | null
  status: 'linked' | 'removing' | 'removed'
}

/** A wallet with all that its person's list tells. */
export type WalletRecord = Wallet & {
  kind: 'eoa' | 'contract'
  label: string | null
  linkedVia: LinkedVia
  linkedAt: number
  /** Set when it is trusted later than its own waiting time says. */
  trustedAt: number | null
  /** When its contract proof became invalid. */
  unprovenSince: number | null
  lastUsedAt: number
  /** When a removal takes effect, and the wallet that asked for it. */
  removeAt: number | null
  removalBy: string | null
  version: number
}

type NewWallet = Omit<Wallet, 'status' | 'ens'> & {
  label?: string | undefined
  rdns: string | null
  linkedVia: LinkedVia
  trustedAt?: number | undefined
  now: number
}

const insert = writes('wallet')(`
  INSERT INTO wallet (id, person_id, namespace, address, chain_ref, kind, status, linked_via,
    label, name_last, rdns_last, linked_at, trusted_at, last_used_at, version)
  VALUES (?, ?, 'eip155', ?, ?, ?, 'linked', ?, ?, ?, ?, ?, ?, ?, 1)`)
const COLUMNS = `id, person_id, address, chain_ref, name_last, status, kind, label, linked_via, linked_at, trusted_at,
  unproven_since, last_used_at, remove_at, removal_by, version, ens_name`
const findById = statement(`SELECT ${COLUMNS} FROM wallet WHERE id = ? AND status <> 'removed'`)
const findPrimary = statement(`
  SELECT w.id FROM person p JOIN wallet w ON w.id = p.primary_wallet_id WHERE p.id = ?`)
const find = statement(`
  SELECT ${COLUMNS} FROM wallet
  WHERE namespace = 'eip155' AND address = ? AND chain_ref = ? AND status <> 'removed'`)
const listOf = statement(`
  SELECT ${COLUMNS} FROM wallet WHERE person_id = ? AND status <> 'removed' ORDER BY linked_at, id`)
const used = writes('wallet')(`
  UPDATE wallet SET last_used_at = ?, name_last = coalesce(?, name_last), rdns_last = coalesce(?, rdns_last),
    version = version + CASE WHEN status = 'removing' THEN 1 ELSE 0 END,
    status = 'linked', removing_since = NULL, remove_at = NULL, removal_by = NULL, unproven_since = NULL
  WHERE id = ? AND status <> 'removed' AND (remove_at IS NULL OR remove_at > ?)`)

export async function insertWallet(queries: Queries, wallet: NewWallet): Promise<WalletRecord> {
  const { id, personId, address, chainRef, linkedVia, label = null, name, rdns, trustedAt = null, now } = wallet
  const kind = chainRef === '0' ? 'eoa' : 'contract'
  await queries.run(insert, id, personId, address, chainRef, kind, linkedVia, label, name, rdns, now, trustedAt, now)
  return {
    ...{ id, personId, address, chainRef, name, label, linkedVia, kind },
    status: 'linked',
    ens: null,
    linkedAt: now,
    trustedAt,
    unprovenSince: null,
    lastUsedAt: now,
    removeAt: null,
    removalBy: null,
    version: 1,
  }
}

export async function findWallet(
  queries: Queries,
  account: { address: string; chainRef: string },
): Promise<WalletRecord | undefined> {
  const row = await queries.one(find, account.address, account.chainRef)
  return row && toWallet(row)
}

export async function findWalletById(queries: Queries, id: string): Promise<WalletRecord | undefined> {
  const row = await queries.one(findById, id)
  return row && toWallet(row)
}

export async function findWalletsOf(queries: Queries, personId: string): Promise<WalletRecord[]> {
  return (await queries.all(listOf, personId)).map(toWallet)
}

export async function findPrimaryId(queries: Queries, personId: string): Promise<string | undefined> {
  const row = await queries.one(findPrimary, personId)
  return row && text(row, 'id')
}

type Use = { id: string; name: string | null; rdns: string | null; now: number }

/** Signing with a wallet cancels its removal. False when the removal is due. */
export async function markWalletUsed(queries: Queries, { id, name, rdns, now }: Use): Promise<boolean> {
  return (await queries.run(used, now, name, rdns, id, now)) === 1
}

function toWallet(row: Row): WalletRecord {
  return {
    id: text(row, 'id'),
    personId: text(row, 'person_id'),
    address: text(row, 'address'),
    chainRef: text(row, 'chain_ref'),
    name: textOrNull(row, 'name_last'),
    ens: textOrNull(row, 'ens_name'),
    status: oneOf(row, 'status', ['linked', 'removing', 'removed']),
    kind: oneOf(row, 'kind', ['eoa', 'contract']),
    label: textOrNull(row, 'label'),
    linkedVia: oneOf(row, 'linked_via', linkedViaSchema.options),
    linkedAt: integer(row, 'linked_at'),
    trustedAt: integerOrNull(row, 'trusted_at'),
    unprovenSince: integerOrNull(row, 'unproven_since'),
    lastUsedAt: integer(row, 'last_used_at'),
    removeAt: integerOrNull(row, 'remove_at'),
    removalBy: textOrNull(row, 'removal_by'),
    version: integer(row, 'version'),
  }
}
