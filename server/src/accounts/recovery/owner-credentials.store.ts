import { selectAll } from '../../platform/store/query.ts'
import { integer, mapRecord } from '../../platform/store/row.ts'

const owners = mapRecord({ wallets: integer, codes: integer })
export const findOwnerCredentials = selectAll(owners.read)<[]>(`
  SELECT (SELECT count(*) FROM wallet WHERE person_id = person.id AND status <> 'removed') AS wallets,
    (SELECT count(*) FROM recovery_code WHERE person_id = person.id AND used_at IS NULL) AS codes
  FROM person WHERE role = 'owner' AND status = 'active' LIMIT 100`)
