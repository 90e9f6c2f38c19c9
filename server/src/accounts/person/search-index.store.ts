import { type Queries, statement } from '../../platform/store/database.ts'
import { selectAll } from '../../platform/store/query.ts'
import { text } from '../../platform/store/row.ts'

const removeTerms = statement('DELETE FROM person_term WHERE person_id = ?')
const addTerm = statement('INSERT INTO person_term (term, person_id, ens) VALUES (?, ?, ?)')

export const findEnsNames = selectAll((row) => text(row, 'ens_name'))<[personId: string]>(`
  SELECT ens_name FROM wallet WHERE person_id = ? AND status <> 'removed' AND ens_name IS NOT NULL`)

/** `others` are terms of ENS names only. */
export async function replaceTerms(
  queries: Queries,
  personId: string,
  { own, others }: { own: readonly string[]; others: readonly string[] },
): Promise<void> {
  await queries.run(removeTerms, personId)
  for (const term of own) await queries.run(addTerm, term, personId, 0)
  for (const term of others) await queries.run(addTerm, term, personId, 1)
}
