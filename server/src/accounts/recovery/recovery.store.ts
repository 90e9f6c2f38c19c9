import type { Queries } from '../../platform/store/database.ts'
import { change, changeOne, selectOne } from '../../platform/store/query.ts'
import { text } from '../../platform/store/row.ts'

export type RecoveryKey = { kind: 'code' | 'link'; hash: Uint8Array }

const insertCode = change<{ hash: Uint8Array; personId: string; now: number }>(`
  INSERT INTO recovery_code (code_hash, person_id, created_at) VALUES (:hash, :personId, :now)`)
const insertLink = change<NewLink>(`
  INSERT INTO recovery_link (token_hash, person_id, created_by, created_at, expires_at)
  VALUES (:hash, :personId, :createdBy, :now, :expiresAt)`)
const deleteLinks = change<[personId: string]>('DELETE FROM recovery_link WHERE person_id = ?')
const findHolder = selectOne((row) => text(row, 'person_id'))
const findHolderOf = {
  code: findHolder<[hash: Uint8Array]>('SELECT person_id FROM recovery_code WHERE code_hash = ?'),
  link: findHolder<[hash: Uint8Array]>('SELECT person_id FROM recovery_link WHERE token_hash = ?'),
}
const spend = {
  code: changeOne<{ hash: Uint8Array; now: number }>(`
    UPDATE recovery_code SET used_at = :now WHERE code_hash = :hash AND used_at IS NULL`),
  link: changeOne<{ hash: Uint8Array; now: number }>(`
    UPDATE recovery_link SET used_at = :now WHERE token_hash = :hash AND used_at IS NULL AND expires_at > :now`),
}

/** Returns how many there were. */
export async function replaceCodes(
  queries: Queries,
  { personId, hashes, now }: { personId: string; hashes: Uint8Array[]; now: number },
): Promise<number> {
  const removed = await removeCodes(queries, personId)
  for (const hash of hashes) await insertCode(queries, { hash, personId, now })
  return removed
}

export const removeCodes = change<[personId: string]>('DELETE FROM recovery_code WHERE person_id = ?')

type NewLink = { personId: string; hash: Uint8Array; createdBy: string; now: number; expiresAt: number }

export async function replaceLink(queries: Queries, link: NewLink): Promise<void> {
  await deleteLinks(queries, link.personId)
  await insertLink(queries, link)
}

export function findKeyHolder(queries: Queries, { kind, hash }: RecoveryKey): Promise<string | undefined> {
  return findHolderOf[kind](queries, hash)
}

export const findLinkCreator = selectOne((row) => text(row, 'created_by'))<[hash: Uint8Array]>(
  'SELECT created_by FROM recovery_link WHERE token_hash = ?',
)

/** False when it was used or has expired: of two concurrent uses, one succeeds. */
export function spendKey(queries: Queries, { kind, hash }: RecoveryKey, now: number): Promise<boolean> {
  return spend[kind](queries, { hash, now })
}

export const removeExpiredLinks = change<[before: number]>('DELETE FROM recovery_link WHERE expires_at < ?')
