import { type Queries, statement, writes } from '../../platform/store/database.ts'
import { integerOrNull, text, textOrNull } from '../../platform/store/row.ts'

export type Named = {
  id: string
  personId: string
  address: string
  chainRef: string
  ens: string | null
  checkedAt: number | null
}

const find = statement(`
  SELECT id, person_id, address, chain_ref, ens_name, ens_checked_at FROM wallet WHERE id = ? AND status <> 'removed'`)
const save = writes('wallet')('UPDATE wallet SET ens_name = ?, ens_checked_at = ? WHERE id = ?')
const forget = writes('wallet')('UPDATE wallet SET ens_name = NULL WHERE id = ?')
const forgetAll = writes('wallet')(`
  UPDATE wallet SET ens_name = NULL, ens_checked_at = NULL WHERE ens_name IS NOT NULL OR ens_checked_at IS NOT NULL`)

const forgetTerms = statement('DELETE FROM person_term WHERE ens = 1')

export async function findNamed(queries: Queries, walletId: string): Promise<Named | undefined> {
  const row = await queries.one(find, walletId)
  return (
    row && {
      id: text(row, 'id'),
      personId: text(row, 'person_id'),
      address: text(row, 'address'),
      chainRef: text(row, 'chain_ref'),
      ens: textOrNull(row, 'ens_name'),
      checkedAt: integerOrNull(row, 'ens_checked_at'),
    }
  )
}

export async function saveName(
  queries: Queries,
  { id, ens, now }: { id: string; ens: string | null; now: number },
): Promise<void> {
  await queries.run(save, ens, now, id)
}

/** The time of the last check stays, so that the next lookup asks again. */
export async function forgetName(queries: Queries, id: string): Promise<void> {
  await queries.run(forget, id)
}

/** With the times of their checks, so that names are looked up again once they are switched on. */
export async function forgetNames(queries: Queries): Promise<void> {
  await queries.run(forgetAll)
  await queries.run(forgetTerms)
}
