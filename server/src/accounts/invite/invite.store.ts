import type { NamedPerson } from '@countersign/contract/names/person-name.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { roleSchema } from '@countersign/contract/schemas/person.ts'
import { lockingStatement, type Queries, type Row, statement } from '../../platform/store/database.ts'
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
const findForUse = lockingStatement(`SELECT ${COLUMNS} FROM invite WHERE token_hash = ?`)
const insert = statement(`
  INSERT INTO invite (id, token_hash, role, address, chain_ref, max_uses, uses, created_by, created_at, expires_at,
    group_ids, request_id)
  VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)`)
const LISTED = `
  SELECT i.id, i.role, i.address, i.chain_ref, i.max_uses, i.uses, i.created_by, i.created_at, i.expires_at, i.revoked_at,
    i.group_ids, i.request_id, p.display_name, p.role AS inviter_role, w.address AS inviter_address, w.ens_name AS inviter_ens
  FROM invite i LEFT JOIN person p ON p.id = i.created_by LEFT JOIN wallet w ON w.id = p.primary_wallet_id`
const find = statement(`${LISTED} WHERE i.token_hash = ?`)
const findListed = statement(`${LISTED} WHERE i.id = ?`)
const newest = statement(`${LISTED} ORDER BY i.id DESC LIMIT ?`)
const before = statement(`${LISTED} WHERE i.id < ? ORDER BY i.id DESC LIMIT ?`)
const revoke = statement('UPDATE invite SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
const findAccepted = lockingStatement(`
  SELECT ${COLUMNS} FROM invite
  WHERE address = ? AND chain_ref = ? AND request_id IS NOT NULL AND revoked_at IS NULL AND uses < max_uses
    AND expires_at > ? ORDER BY id DESC LIMIT 1`)
const use = statement('UPDATE invite SET uses = uses + 1 WHERE id = ? AND uses < max_uses')

/** Locked, so that its last use is not taken twice. */
export async function findInviteForUse(queries: Queries, tokenHash: Uint8Array): Promise<InviteRecord | undefined> {
  const row = await queries.one(findForUse, tokenHash)
  return row && toInvite(row)
}

/** The invitation of an accepted access request, locked as well. */
export async function findAcceptedForUse(
  queries: Queries,
  { address, chainRef, now }: { address: string; chainRef: string; now: number },
): Promise<InviteRecord | undefined> {
  const row = await queries.one(findAccepted, address, chainRef, now)
  return row && toInvite(row)
}

export async function useInviteOnce(queries: Queries, id: string): Promise<boolean> {
  return (await queries.run(use, id)) === 1
}

type NewInvite = Omit<InviteRecord, 'uses' | 'revokedAt'> & { tokenHash: Uint8Array }

export async function insertInvite(queries: Queries, invite: NewInvite): Promise<void> {
  const { id, tokenHash, role, address, chainRef, maxUses, createdBy, createdAt, expiresAt } = invite
  const ids = JSON.stringify(invite.groupIds)
  const bound = [role, address, chainRef, maxUses, createdBy] as const
  await queries.run(insert, id, tokenHash, ...bound, createdAt, expiresAt, ids, invite.requestId)
}

export type ListedInvite = InviteRecord & { inviter: NamedPerson; inviterRole: Role | null }

export async function findInvite(queries: Queries, tokenHash: Uint8Array): Promise<ListedInvite | undefined> {
  const row = await queries.one(find, tokenHash)
  return row && toListed(row)
}

export async function findListedInvite(queries: Queries, id: string): Promise<ListedInvite | undefined> {
  const row = await queries.one(findListed, id)
  return row && toListed(row)
}

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
