import { type Namespace, namespaces } from '@countersign/contract/family/family.ts'
import type { LinkedVia } from '@countersign/contract/routes/wallet.ts'
import { personStatusSchema, roleSchema } from '@countersign/contract/schemas/person.ts'
import { linkedViaSchema } from '@countersign/contract/schemas/wallet.ts'
import { lockingStatement, type Queries, type Row, statement, writes } from '../../platform/store/database.ts'
import { selectAll, selectOne } from '../../platform/store/query.ts'
import { integer, integerOrNull, oneOf, text, textOrNull } from '../../platform/store/row.ts'
import { liveAt, liveSession } from '../live-session.sql.ts'
import type { Person } from '../person/person.store.ts'

const walletStatuses = ['linked', 'removing', 'removed'] as const

/** An Ethereum address is lower case, and a key-controlled one has chain `0`: it is the same on every chain. */
export type Wallet = {
  id: string
  personId: string
  namespace: Namespace
  address: string
  chainRef: string
  name: string | null
  ens: string | null
  status: (typeof walletStatuses)[number]
}

export type WalletRecord = Wallet & {
  kind: 'eoa' | 'contract'
  label: string | null
  linkedVia: LinkedVia
  linkedAt: number
  /** Set when it is trusted later than after its own waiting period. */
  trustedAt: number | null
  unprovenSince: number | null
  lastUsedAt: number
  /** When a removal takes effect, and the wallet that requested it. */
  removeAt: number | null
  removalBy: string | null
  version: number
}

type StoredAccount = Pick<Wallet, 'namespace' | 'chainRef' | 'address'>

type NewWallet = Omit<Wallet, 'status' | 'ens'> & {
  kind: WalletRecord['kind']
  label?: string | undefined
  rdns: string | null
  linkedVia: LinkedVia
  trustedAt?: number | undefined
  now: number
}

const insert = writes({ uncached: true })(`
  INSERT INTO wallet (id, person_id, namespace, address, chain_ref, kind, status, linked_via,
    label, name_last, rdns_last, linked_at, trusted_at, last_used_at, version)
  VALUES (?, ?, ?, ?, ?, ?, 'linked', ?, ?, ?, ?, ?, ?, ?, 1)`)
const COLUMNS = `id, person_id, namespace, address, chain_ref, name_last, status, kind, label, linked_via, linked_at, trusted_at,
  unproven_since, last_used_at, remove_at, removal_by, version, ens_name`
const findOwner = lockingStatement(
  `SELECT w.id, w.person_id, w.name_last, w.rdns_last, w.status, w.ens_name, w.unproven_since,
    p.display_name, p.role, p.status AS person_status
  FROM wallet w JOIN person p ON p.id = w.person_id
  WHERE w.namespace = ? AND w.address = ? AND w.chain_ref = ? AND w.status <> 'removed'`,
  'p',
)
const used = statement(`
  UPDATE wallet SET last_used_at = ?, name_last = coalesce(?, name_last), rdns_last = coalesce(?, rdns_last),
    version = version + CASE WHEN status = 'removing' THEN 1 ELSE 0 END,
    status = 'linked', removing_since = NULL, remove_at = NULL, removal_by = NULL, unproven_since = NULL
  WHERE id = ? AND status <> 'removed' AND (remove_at IS NULL OR remove_at > ?)`)
const usedAgain = writes({ uncached: true })(`
  UPDATE wallet SET last_used_at = ? WHERE id = ? AND status = 'linked' AND unproven_since IS NULL`)
const setLabel = statement('UPDATE wallet SET label = ?, version = version + 1 WHERE id = ?')
const setPrimary = writes({ notifies: true })('UPDATE person SET primary_wallet_id = ? WHERE id = ?')
const countSignIns = statement(`
  SELECT count(*) AS n FROM activity WHERE person_id = ? AND kind = 'sign_in.ok' AND address = ?`)
const countSessions = statement(`
  SELECT count(*) AS n FROM session s WHERE s.wallet_id = ? AND ${liveSession('s')}`)

export async function insertWallet(queries: Queries, wallet: NewWallet): Promise<WalletRecord> {
  const {
    id,
    personId,
    namespace,
    address,
    chainRef,
    kind,
    linkedVia,
    label = null,
    name,
    rdns,
    trustedAt = null,
    now,
  } = wallet
  const account = [namespace, address, chainRef, kind] as const
  await queries.run(insert, id, personId, ...account, linkedVia, label, name, rdns, now, trustedAt, now)
  return {
    ...{ id, personId, namespace, address, chainRef, name, label, linkedVia, kind },
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

export const findWallet = selectOne(toWallet)<StoredAccount>(`
  SELECT ${COLUMNS} FROM wallet
  WHERE namespace = :namespace AND address = :address AND chain_ref = :chainRef AND status <> 'removed'`)

export const findWalletById = selectOne(toWallet)<[id: string]>(
  `SELECT ${COLUMNS} FROM wallet WHERE id = ? AND status <> 'removed'`,
)

export const findWalletsOf = selectAll(toWallet)<[personId: string]>(`
  SELECT ${COLUMNS} FROM wallet WHERE person_id = ? AND status <> 'removed' ORDER BY linked_at, id`)

export const findPrimaryId = selectOne((row) => text(row, 'id'))<[personId: string]>(`
  SELECT w.id FROM person p JOIN wallet w ON w.id = p.primary_wallet_id WHERE p.id = ?`)

export type OwnedWallet = { wallet: Wallet & { rdns: string | null; unprovenSince: number | null }; person: Person }

/** The person is locked: a concurrent suspension, deletion or removal happens before or after, not in between. */
export async function findOwnedWallet(queries: Queries, account: StoredAccount): Promise<OwnedWallet | undefined> {
  const { namespace, address, chainRef } = account
  const row = await queries.one(findOwner, namespace, address, chainRef)
  if (!row) return undefined
  const personId = text(row, 'person_id')
  return {
    wallet: {
      id: text(row, 'id'),
      personId,
      namespace,
      address,
      chainRef,
      name: textOrNull(row, 'name_last'),
      rdns: textOrNull(row, 'rdns_last'),
      ens: textOrNull(row, 'ens_name'),
      status: oneOf(row, 'status', walletStatuses),
      unprovenSince: integerOrNull(row, 'unproven_since'),
    },
    person: {
      id: personId,
      displayName: textOrNull(row, 'display_name'),
      role: oneOf(row, 'role', roleSchema.options),
      status: oneOf(row, 'person_status', personStatusSchema.options),
    },
  }
}

type Used = { name: string | null; rdns: string | null; now: number }

/** Signing with a wallet cancels its removal. False when the removal is due. */
export async function markWalletUsed(
  queries: Queries,
  { id, status, unprovenSince, name: lastName, rdns: lastRdns }: OwnedWallet['wallet'],
  { name, rdns, now }: Used,
): Promise<boolean> {
  const isSame = (name ?? lastName) === lastName && (rdns ?? lastRdns) === lastRdns
  if (isSame && status === 'linked' && unprovenSince === null)
    if ((await queries.run(usedAgain, now, id)) === 1) return true
  return (await queries.run(used, now, name, rdns, id, now)) === 1
}

export async function updateLabel(queries: Queries, id: string, label: string | null): Promise<void> {
  await queries.run(setLabel, label, id)
}

export async function updatePrimary(queries: Queries, personId: string, walletId: string): Promise<void> {
  await queries.run(setPrimary, walletId, personId)
}

/** Sign-ins as far back as the audit log goes, and live sessions. */
export async function countUse(
  queries: Queries,
  { id, personId, address }: Wallet,
  now: number,
): Promise<{ signIns: number; sessions: number }> {
  const signIns = await queries.one(countSignIns, personId, address)
  const sessions = await queries.one(countSessions, id, ...liveAt(now))
  return { signIns: signIns ? integer(signIns, 'n') : 0, sessions: sessions ? integer(sessions, 'n') : 0 }
}

function toWallet(row: Row): WalletRecord {
  return {
    id: text(row, 'id'),
    personId: text(row, 'person_id'),
    namespace: oneOf(row, 'namespace', namespaces),
    address: text(row, 'address'),
    chainRef: text(row, 'chain_ref'),
    name: textOrNull(row, 'name_last'),
    ens: textOrNull(row, 'ens_name'),
    status: oneOf(row, 'status', walletStatuses),
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
