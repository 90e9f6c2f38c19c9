import { type Queries, statement } from '../../platform/store/database.ts'
import { change } from '../../platform/store/query.ts'
import { bytes, integer, text } from '../../platform/store/row.ts'

/** The signature is encrypted. `address` is lower case. */
export type ProofRecord = {
  sessionId: string
  chainId: number
  address: string
  hash: Uint8Array
  signature: Uint8Array
  checkedAt: number
}

const find = statement(`
  SELECT session_id, chain_id, address, message_hash, signature, checked_at FROM contract_proof WHERE session_id = ?`)
const liveOnChain = statement(`
  SELECT s.id, s.person_id, c.address FROM contract_proof c JOIN session s ON s.id = c.session_id
  WHERE c.chain_id = ? AND s.ended_at IS NULL ORDER BY s.person_id, s.id`)
const checked = statement(`
  UPDATE contract_proof SET checked_at = ? WHERE session_id = ? AND checked_at < ?`)

export const insertContractProof = change<ProofRecord>(`
  INSERT INTO contract_proof (session_id, chain_id, address, message_hash, signature, checked_at)
  VALUES (:sessionId, :chainId, :address, :hash, :signature, :checkedAt)`)

export async function findContractProof(queries: Queries, sessionId: string): Promise<ProofRecord | undefined> {
  const row = await queries.one(find, sessionId)
  return (
    row && {
      sessionId: text(row, 'session_id'),
      chainId: integer(row, 'chain_id'),
      address: text(row, 'address'),
      hash: bytes(row, 'message_hash'),
      signature: bytes(row, 'signature'),
      checkedAt: integer(row, 'checked_at'),
    }
  )
}

export async function findSessionsByChain(
  queries: Queries,
  chainId: number,
): Promise<{ id: string; personId: string; address: string }[]> {
  const rows = await queries.all(liveOnChain, chainId)
  return rows.map((row) => ({ id: text(row, 'id'), personId: text(row, 'person_id'), address: text(row, 'address') }))
}

export async function markContractChecked(queries: Queries, sessionId: string, at: number): Promise<void> {
  await queries.run(checked, at, sessionId, at)
}

/** Except of sessions through which an app has offline access. */
export const removeEndedProofs = change<[]>(`
  DELETE FROM contract_proof WHERE session_id IN (SELECT id FROM session WHERE ended_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM oidc_item i WHERE i.session_id = contract_proof.session_id AND i.model = 'RefreshToken')`)
