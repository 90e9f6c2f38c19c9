import { type Role, roleSchema } from '@countersign/contract/person.ts'
import { lockingStatement, type Queries, type Row, statement } from '../store/database.ts'
import { integer, integerOrNull, oneOf, text, textOrNull } from '../store/row.ts'

export type InviteRecord = {
  id: string
  role: Role
  /** Lower case; only this wallet may use it. */
  address: string | null
  maxUses: number
  uses: number
  createdBy: string | null
  createdAt: number
  expiresAt: number
  revokedAt: number | null
}

const COLUMNS = 'id, role, address, max_uses, uses, created_by, created_at, expires_at, revoked_at'
const findForUse = lockingStatement(`SELECT ${COLUMNS} FROM invite WHERE token_hash = ?`)
const use = statement('UPDATE invite SET uses = uses + 1 WHERE id = ? AND uses < max_uses')

/** Held until the transaction ends: of two who take the last place, one comes in. */
export async function findInviteForUse(queries: Queries, tokenHash: Uint8Array): Promise<InviteRecord | undefined> {
  const row = await queries.one(findForUse, tokenHash)
  return row && toInvite(row)
}

export async function useInviteOnce(queries: Queries, id: string): Promise<boolean> {
  return (await queries.run(use, id)) === 1
}

export function toInvite(row: Row): InviteRecord {
  return {
    id: text(row, 'id'),
    role: oneOf(row, 'role', roleSchema.options),
    address: textOrNull(row, 'address'),
    maxUses: integer(row, 'max_uses'),
    uses: integer(row, 'uses'),
    createdBy: textOrNull(row, 'created_by'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
    revokedAt: integerOrNull(row, 'revoked_at'),
  }
}
