import type { NamedPerson } from '@countersign/contract/names/person-name.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { roleSchema } from '@countersign/contract/schemas/person.ts'
import { lockingStatement, type Queries, type Row } from '../../platform/store/database.ts'
import { change, changeOne, selectAll, selectOne } from '../../platform/store/query.ts'
import {
  integer,
  integerOrNull,
  mapRecord,
  option,
  optionOrNull,
  type RecordOf,
  text,
  textList,
  textOrNull,
} from '../../platform/store/row.ts'

const invites = mapRecord({
  id: text,
  role: option(roleSchema),
  /** As it is stored; the only wallet that may use it. */
  address: textOrNull,
  /** With an address: as of a wallet. The forms of addresses do not overlap between chain families. */
  chain: textOrNull,
  maxUses: integer,
  uses: integer,
  createdBy: textOrNull,
  createdAt: integer,
  expiresAt: integer,
  revokedAt: integerOrNull,
  /** Groups that people join by using it. */
  groupIds: textList,
  /** The accepted access request it was created for. */
  requestId: textOrNull,
})
const inviters = mapRecord({
  displayName: textOrNull,
  address: ['inviter_address', textOrNull],
  ens: ['inviter_ens', textOrNull],
})
export type InviteRecord = RecordOf<typeof invites>

const LISTED = `
  SELECT ${invites.columnsOf('i')}, p.display_name, p.role AS inviter_role,
    w.address AS inviter_address, w.ens_name AS inviter_ens
  FROM invite i LEFT JOIN person p ON p.id = i.created_by LEFT JOIN wallet w ON w.id = p.primary_wallet_id`

/** Locked, so that its last use is not taken twice. */
export const findInviteForUse = selectOne(invites.read)(
  lockingStatement<[tokenHash: Uint8Array]>(`SELECT ${invites.columns} FROM invite WHERE token_hash = ?`),
)

/** The invitation of an accepted access request, locked as well. */
export const findAcceptedForUse = selectOne(invites.read)(
  lockingStatement<{ address: string; chain: string; now: number }>(`
  SELECT ${invites.columns} FROM invite
  WHERE address = :address AND chain = :chain AND request_id IS NOT NULL AND revoked_at IS NULL
    AND uses < max_uses AND expires_at > :now ORDER BY id DESC LIMIT 1`),
)

export const useInviteOnce = changeOne<[id: string]>(
  'UPDATE invite SET uses = uses + 1 WHERE id = ? AND uses < max_uses',
)

type NewInvite = Omit<InviteRecord, 'uses' | 'revokedAt'> & { tokenHash: Uint8Array }

export const insertInvite = change<NewInvite>(`
  INSERT INTO invite (id, token_hash, role, address, chain, max_uses, uses, created_by, created_at, expires_at,
    group_ids, request_id)
  VALUES (:id, :tokenHash, :role, :address, :chain, :maxUses, 0, :createdBy, :createdAt, :expiresAt,
    :groupIds, :requestId)`)

export type ListedInvite = InviteRecord & { inviter: NamedPerson; inviterRole: Role | null }

export const findInvite = selectOne(toListed)<[tokenHash: Uint8Array]>(`${LISTED} WHERE i.token_hash = ?`)

export const findListedInvite = selectOne(toListed)<[id: string]>(`${LISTED} WHERE i.id = ?`)

const findPage = selectAll(toListed)<{ before: string; limit: number }>(
  `${LISTED} WHERE i.id < :before ORDER BY i.id DESC LIMIT :limit`,
)

/** Newest first. `~` follows every id. */
export function findInvites(
  queries: Queries,
  { before = '~', limit }: { before: string | undefined; limit: number },
): Promise<ListedInvite[]> {
  return findPage(queries, { before, limit })
}

/** False when it was revoked before. */
export const revokeOnce = changeOne<{ id: string; now: number }>(
  'UPDATE invite SET revoked_at = :now WHERE id = :id AND revoked_at IS NULL',
)

function toListed(row: Row): ListedInvite {
  const inviterRole = optionOrNull(roleSchema)(row, 'inviter_role')
  return { ...invites.read(row), inviter: inviters.read(row), inviterRole }
}
