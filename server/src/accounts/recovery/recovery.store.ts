import { type Queries, statement } from '../../platform/store/database.ts'
import { change, selectOne } from '../../platform/store/query.ts'
import { text } from '../../platform/store/row.ts'

export type RecoveryKey = { kind: 'code' | 'link'; hash: Uint8Array }

const insertCode = statement(`
  INSERT INTO recovery_code (code_hash, person_id, created_at) VALUES (?, ?, ?)`)
const insertLink = statement(`
  INSERT INTO recovery_link (token_hash, person_id, created_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?)`)
const deleteLinks = statement('DELETE FROM recovery_link WHERE person_id = ?')
const findHolder = {
  code: statement('SELECT person_id FROM recovery_code WHERE code_hash = ?'),
  link: statement('SELECT person_id FROM recovery_link WHERE token_hash = ?'),
}
const spendCode = statement(`
  UPDATE recovery_code SET used_at = ? WHERE code_hash = ? AND used_at IS NULL`)
const spendLink = statement(`
  UPDATE recovery_link SET used_at = ? WHERE token_hash = ? AND used_at IS NULL AND expires_at > ?`)

/** Returns how many there were. */
export async function replaceCodes(
  queries: Queries,
  { personId, hashes, now }: { personId: string; hashes: Uint8Array[]; now: number },
): Promise<number> {
  const removed = await removeCodes(queries, personId)
  for (const hash of hashes) await queries.run(insertCode, hash, personId, now)
  return removed
}

export const removeCodes = change<[personId: string]>('DELETE FROM recovery_code WHERE person_id = ?')

type NewLink = { personId: string; hash: Uint8Array; createdBy: string; now: number; expiresAt: number }

export async function replaceLink(queries: Queries, link: NewLink): Promise<void> {
  const { personId, hash, createdBy, now, expiresAt } = link
  await queries.run(deleteLinks, personId)
  await queries.run(insertLink, hash, personId, createdBy, now, expiresAt)
}

export async function findKeyHolder(queries: Queries, { kind, hash }: RecoveryKey): Promise<string | undefined> {
  const row = await queries.one(findHolder[kind], hash)
  return row && text(row, 'person_id')
}

export const findLinkCreator = selectOne((row) => text(row, 'created_by'))<[hash: Uint8Array]>(
  'SELECT created_by FROM recovery_link WHERE token_hash = ?',
)

/** False when it was used or has expired: of two concurrent uses, one succeeds. */
export async function spendKey(queries: Queries, { kind, hash }: RecoveryKey, now: number): Promise<boolean> {
  if (kind === 'code') return (await queries.run(spendCode, now, hash)) === 1
  return (await queries.run(spendLink, now, hash, now)) === 1
}

export const removeExpiredLinks = change<[before: number]>('DELETE FROM recovery_link WHERE expires_at < ?')
