import { type Queries, statement } from '../../platform/store/database.ts'
import { integer } from '../../platform/store/row.ts'

const owners = statement(`
  SELECT (SELECT count(*) FROM wallet WHERE person_id = person.id AND status <> 'removed') AS wallets,
    (SELECT count(*) FROM recovery_code WHERE person_id = person.id AND used_at IS NULL) AS codes
  FROM person WHERE role = 'owner' AND status = 'active' LIMIT 100`)

export async function findOwnerCredentials(queries: Queries): Promise<{ wallets: number; codes: number }[]> {
  const rows = await queries.all(owners)
  return rows.map((row) => ({ wallets: integer(row, 'wallets'), codes: integer(row, 'codes') }))
}
