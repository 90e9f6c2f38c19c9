import { namespaces } from '@countersign/contract/family/family.ts'
import { personStatusSchema, roleSchema } from '@countersign/contract/schemas/person.ts'
import { linkedViaSchema } from '@countersign/contract/schemas/wallet.ts'
import { lockingStatement, type Queries, type Row, writes } from '../../platform/store/database.ts'
import { change, changeOne, selectAll, selectCount, selectOne } from '../../platform/store/query.ts'
import { integer, integerOrNull, mapRecord, option, type RecordOf, text, textOrNull } from '../../platform/store/row.ts'
import { liveSession } from '../live-session.sql.ts'
import type { Person } from '../person/person.store.ts'

const owned = mapRecord({
  id: text,
  personId: text,
  namespace: option({ options: namespaces }),
  address: text,
  chain: text,
  name: ['name_last', textOrNull],
  ens: ['ens_name', textOrNull],
  status: option({ options: ['linked', 'removing', 'removed'] }),
})
const details = mapRecord({
  kind: option({ options: ['eoa', 'contract'] }),
  label: textOrNull,
  linkedVia: option(linkedViaSchema),
  linkedAt: integer,
  /** Set when it is trusted later than after its own waiting period. */
  trustedAt: integerOrNull,
  unprovenSince: integerOrNull,
  lastUsedAt: integer,
  /** When a removal takes effect, and the wallet that requested it. */
  removeAt: integerOrNull,
  removalBy: textOrNull,
  version: integer,
})

/** An Ethereum address is lower case, and a key-controlled one has chain `0`: it is the same on every chain. */
export type Wallet = RecordOf<typeof owned>
export type WalletRecord = Wallet & RecordOf<typeof details>

const toWallet = (row: Row): WalletRecord => ({ ...owned.read(row), ...details.read(row) })

type StoredAccount = Pick<Wallet, 'namespace' | 'chain' | 'address'>

type NewWallet = Omit<Wallet, 'status' | 'ens'> &
  Pick<WalletRecord, 'kind' | 'linkedVia'> & {
    label?: string | undefined
    rdns: string | null
    trustedAt?: number | undefined
    now: number
  }

const COLUMNS = `${owned.columns}, ${details.columns}`
const insert = change(
  writes({ uncached: true })<WalletRecord & { rdns: string | null }>(`
  INSERT INTO wallet (${COLUMNS}, rdns_last) VALUES (${owned.values}, ${details.values}, :rdns)`),
)
const markUsed = changeOne<Used & { id: string }>(`
  UPDATE wallet SET last_used_at = :now, name_last = coalesce(:name, name_last), rdns_last = coalesce(:rdns, rdns_last),
    version = version + CASE WHEN status = 'removing' THEN 1 ELSE 0 END,
    status = 'linked', removing_since = NULL, remove_at = NULL, removal_by = NULL, unproven_since = NULL
  WHERE id = :id AND status <> 'removed' AND (remove_at IS NULL OR remove_at > :now)`)
const markUsedAgain = changeOne(
  writes({ uncached: true })<{ id: string; now: number }>(`
  UPDATE wallet SET last_used_at = :now WHERE id = :id AND status = 'linked' AND unproven_since IS NULL`),
)

export async function insertWallet(queries: Queries, wallet: NewWallet): Promise<WalletRecord> {
  const { id, personId, namespace, address, chain, kind, linkedVia, name, now } = wallet
  const { label = null, trustedAt = null } = wallet
  const record: WalletRecord = {
    ...{ id, personId, namespace, address, chain, name, label, linkedVia, kind },
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
  await insert(queries, { ...record, rdns: wallet.rdns })
  return record
}

export const findWallet = selectOne(toWallet)<StoredAccount>(`
  SELECT ${COLUMNS} FROM wallet
  WHERE namespace = :namespace AND address = :address AND chain = :chain AND status <> 'removed'`)

export const findWalletById = selectOne(toWallet)<[id: string]>(
  `SELECT ${COLUMNS} FROM wallet WHERE id = ? AND status <> 'removed'`,
)

export const findWalletsOf = selectAll(toWallet)<[personId: string]>(`
  SELECT ${COLUMNS} FROM wallet WHERE person_id = ? AND status <> 'removed' ORDER BY linked_at, id`)

export const findPrimaryId = selectOne((row) => text(row, 'id'))<[personId: string]>(`
  SELECT w.id FROM person p JOIN wallet w ON w.id = p.primary_wallet_id WHERE p.id = ?`)

const lastUse = mapRecord({ rdns: ['rdns_last', textOrNull], unprovenSince: integerOrNull })
const owners = mapRecord({
  id: ['person_id', text],
  displayName: textOrNull,
  role: option(roleSchema),
  status: ['person_status', option(personStatusSchema)],
})
const toOwnedWallet = (row: Row) => ({
  wallet: { ...owned.read(row), ...lastUse.read(row) },
  person: owners.read(row) satisfies Person,
})
export type OwnedWallet = ReturnType<typeof toOwnedWallet>

/** The person is locked: a concurrent suspension, deletion or removal happens before or after, not in between. */
export const findOwnedWallet = selectOne(toOwnedWallet)(
  lockingStatement<StoredAccount>(
    `SELECT ${owned.columnsOf('w')}, ${lastUse.columnsOf('w')}, p.display_name, p.role, p.status AS person_status
  FROM wallet w JOIN person p ON p.id = w.person_id
  WHERE w.namespace = :namespace AND w.address = :address AND w.chain = :chain AND w.status <> 'removed'`,
    'p',
  ),
)

type Used = { name: string | null; rdns: string | null; now: number }

/** Signing with a wallet cancels its removal. False when the removal is due. */
export async function markWalletUsed(
  queries: Queries,
  { id, status, unprovenSince, name: lastName, rdns: lastRdns }: OwnedWallet['wallet'],
  { name, rdns, now }: Used,
): Promise<boolean> {
  const isSame = (name ?? lastName) === lastName && (rdns ?? lastRdns) === lastRdns
  if (isSame && status === 'linked' && unprovenSince === null)
    if (await markUsedAgain(queries, { id, now })) return true
  return markUsed(queries, { id, name, rdns, now })
}

export const updateLabel = change<{ id: string; label: string | null }>(
  'UPDATE wallet SET label = :label, version = version + 1 WHERE id = :id',
)

export const updatePrimary = change(
  writes({ notifies: true })<{ personId: string; walletId: string }>(
    'UPDATE person SET primary_wallet_id = :walletId WHERE id = :personId',
  ),
)

const countSignIns = selectCount<{ personId: string; address: string }>(`
  SELECT count(*) AS n FROM activity WHERE person_id = :personId AND kind = 'sign_in.ok' AND address = :address`)
const countSessions = selectCount<{ id: string; now: number }>(`
  SELECT count(*) AS n FROM session s WHERE s.wallet_id = :id AND ${liveSession('s')}`)

/** Sign-ins as far back as the audit log goes, and live sessions. */
export async function countUse(
  queries: Queries,
  { id, personId, address }: Wallet,
  now: number,
): Promise<{ signIns: number; sessions: number }> {
  return {
    signIns: await countSignIns(queries, { personId, address }),
    sessions: await countSessions(queries, { id, now }),
  }
}
