import type { TargetKind } from '@countersign/contract/action.ts'
import { type Queries, statement } from '../../platform/store/database.ts'

const NAMES = {
  wallet: statement("SELECT address AS name FROM wallet WHERE id = ? AND person_id = ? AND status <> 'removed'"),
  person: statement(`
    SELECT w.address AS name FROM person p JOIN wallet w ON w.id = p.primary_wallet_id WHERE p.id = ?`),
  app: statement("SELECT client_id AS name FROM app WHERE id = ? AND status <> 'deleted'"),
  host: statement('SELECT host AS name FROM protected_host WHERE id = ?'),
  group: statement('SELECT slug AS name FROM people_group WHERE id = ?'),
  network: statement('SELECT chain_id AS name FROM network WHERE id = ?'),
} satisfies Partial<Record<TargetKind, unknown>>

export async function findTargetName(
  queries: Queries,
  kind: keyof typeof NAMES,
  ...ids: string[]
): Promise<string | undefined> {
  const row = await queries.one(NAMES[kind], ...ids)
  return row && String(row.name)
}
