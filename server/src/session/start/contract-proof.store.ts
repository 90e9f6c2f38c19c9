import { change, selectAll, selectOne } from '../../platform/store/query.ts'
import { bytes, integer, mapRecord, type RecordOf, text } from '../../platform/store/row.ts'

/** The signature is encrypted. `address` is lower case. */
const proofs = mapRecord({
  sessionId: text,
  chainId: integer,
  address: text,
  hash: ['message_hash', bytes],
  signature: bytes,
  checkedAt: integer,
})
export type ProofRecord = RecordOf<typeof proofs>

export const insertContractProof = change<ProofRecord>(`
  INSERT INTO contract_proof (${proofs.columns}) VALUES (${proofs.values})`)

export const findContractProof = selectOne(proofs.read)<[sessionId: string]>(
  `SELECT ${proofs.columns} FROM contract_proof WHERE session_id = ?`,
)

const provenSessions = mapRecord({ id: text, personId: text, address: text })
export const findSessionsByChain = selectAll(provenSessions.read)<[chainId: number]>(`
  SELECT s.id, s.person_id, c.address FROM contract_proof c JOIN session s ON s.id = c.session_id
  WHERE c.chain_id = ? AND s.ended_at IS NULL ORDER BY s.person_id, s.id`)

export const markContractChecked = change<{ sessionId: string; at: number }>(
  'UPDATE contract_proof SET checked_at = :at WHERE session_id = :sessionId AND checked_at < :at',
)

/** Except of sessions through which an app has offline access. */
export const removeEndedProofs = change<[]>(`
  DELETE FROM contract_proof WHERE session_id IN (SELECT id FROM session WHERE ended_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM oidc_item i WHERE i.session_id = contract_proof.session_id AND i.model = 'RefreshToken')`)
