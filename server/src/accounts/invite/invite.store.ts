import type { NamedPerson } from '@countersign/contract/names/person-name.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { roleSchema } from '@countersign/contract/schemas/person.ts'
import { lockingStatement, type Queries, type Row, statement } from '../../platform/store/database.ts'
import { changeOne, selectOne } from '../../platform/store/query.ts'
import { integer, integerOrNull, oneOf, text, textList, textOrNull } from '../../platform/store/row.ts'

export type InviteRecord = {
  id: string
  role: Role
  /** As it is stored; the only wallet that may use it. */
  address: string | null
  /** With an address: as of a wallet. The forms of addresses do not overlap between chain families. */
  chainRef: string | null
  maxUses: number
  uses: number
  createdBy: string | null
  createdAt: number
  expiresAt: number
  revokedAt: number | null
  /** Groups that people join by using it. */
  groupIds: string[]
  /** The accepted access request it was created for. */
  requestId: string | null
}

const COLUMNS =
  'id, role, address, chain_ref, max_uses, uses, created_by, created_at, expires_at, revoked_at, group_ids, request_id'
const insert = statement(`
  INSERT INTO invite (id, token_hash, role, address, chain_ref, max_uses, uses, created_by, created_at, expires_at,
    group_ids, request_id)
  VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)`)
const LISTED = `
  SELECT i.id, i.role, i.address, i.chain_ref, i.max_uses, i.uses, i.created_by, i.created_at, i.expires_at, i.revoked_at,
    i.group_ids, i.request_id, p.display_name, p.role AS inviter_role, w.address AS inviter_address, w.ens_name AS inviter_ens
  FROM invite i LEFT JOIN person p ON p.id = i.created_by LEFT JOIN wallet w ON w.id = p.primary_wallet_id`
const newest = statement(`${LISTED} ORDER BY i.id DESC LIMIT ?`)
const before = statement(`${LISTED} WHERE i.id < ? ORDER BY i.id DESC LIMIT ?`)
const revoke = statement('UPDATE invite SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')

/** Locked, so that its last use is not taken twice. */
export const findInviteForUse = selectOne(toInvite)(
  lockingStatement<[tokenHash: Uint8Array]>(`SELECT ${COLUMNS} FROM invite WHERE token_hash = ?`),
)

/** The invitation of an accepted access request, locked as well. */
export const findAcceptedForUse = selectOne(toInvite)(
  lockingStatement<{ address: string; chainRef: string; now: number }>(`
  SELECT ${COLUMNS} FROM invite
  WHERE address = :address AND chain_ref = :chainRef AND request_id IS NOT NULL AND revoked_at IS NULL
    AND uses < max_uses AND expires_at > :now ORDER BY id DESC LIMIT 1`),
)

export const useInviteOnce = changeOne<[id: string]>(
  'UPDATE invite SET uses = uses + 1 WHERE id = ? AND uses < max_uses',
)

type NewInvite = Omit<InviteRecord, 'uses' | 'revokedAt'> & { tokenHash: Uint8Array }

export async function insertInvite(queries: Queries, invite: NewInvite): Promise<void> {
  const { id, tokenHash, role, address, chainRef, maxUses, createdBy, createdAt, expiresAt } = invite
  const ids = JSON.stringify(invite.groupIds)
  const bound = [role, address, chainRef, maxUses, createdBy] as const
  await queries.run(insert, id, tokenHash, ...bound, createdAt, expiresAt, ids, invite.requestId)
}

export type ListedInvite = InviteRecord & { inviter: NamedPerson; inviterRole: Role | null }

export const findInvite = selectOne(toListed)<[tokenHash: Uint8Array]>(`${LISTED} WHERE i.token_hash = ?`)

export const findListedInvite = selectOne(toListed)<[id: string]>(`${LISTED} WHERE i.id = ?`)

export async function findInvites(
  queries: Queries,
  page: { before: string | undefined; limit: number },
): Promise<ListedInvite[]> {
  const rows =
    page.before === undefined ? queries.all(newest, page.limit) : queries.all(before, page.before, page.limit)
  return (await rows).map(toListed)
}

/** False when it was revoked before. */
export async function revokeOnce(queries: Queries, id: string, now: number): Promise<boolean> {
  return (await queries.run(revoke, now, id)) === 1
}

function toListed(row: Row): ListedInvite {
  const role = textOrNull(row, 'inviter_role')
  const inviterRole = role === null ? null : oneOf(row, 'inviter_role', roleSchema.options)
  const inviter = {
    displayName: textOrNull(row, 'display_name'),
    address: textOrNull(row, 'inviter_address'),
    ens: textOrNull(row, 'inviter_ens'),
  }
  return { ...toInvite(row), inviter, inviterRole }
}

function toInvite(row: Row): InviteRecord {
  return {
    id: text(row, 'id'),
    role: oneOf(row, 'role', roleSchema.options),
    address: textOrNull(row, 'address'),
    chainRef: textOrNull(row, 'chain_ref'),
    maxUses: integer(row, 'max_uses'),
    uses: integer(row, 'uses'),
    createdBy: textOrNull(row, 'created_by'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
    revokedAt: integerOrNull(row, 'revoked_at'),
    groupIds: textList(row, 'group_ids'),
    requestId: textOrNull(row, 'request_id'),
  }
}
