import { type Queries, statement } from '../../platform/store/database.ts'
import { text, textOrNull } from '../../platform/store/row.ts'

const findName = statement('SELECT display_name FROM person WHERE id = ?')
const findEns = statement(`
  SELECT ens_name FROM wallet WHERE person_id = ? AND status <> 'removed' AND ens_name IS NOT NULL`)
const removeTerms = statement('DELETE FROM person_term WHERE person_id = ?')
const addTerm = statement('INSERT INTO person_term (term, person_id, ens) VALUES (?, ?, ?)')

export async function findNamesOf(
  queries: Queries,
  personId: string,
): Promise<{ displayName: string | null; ens: string[] }> {
  const row = await queries.one(findName, personId)
  const names = await queries.all(findEns, personId)
  return {
    displayName: row ? textOrNull(row, 'display_name') : null,
    ens: names.map((wallet) => text(wallet, 'ens_name')),
  }
}

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
