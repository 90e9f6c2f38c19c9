import { type Queries, statement } from '../../platform/store/database.ts'
import { text } from '../../platform/store/row.ts'

const app = statement(`SELECT client_id FROM app WHERE id = ? AND status <> 'deleted'`)
const host = statement('SELECT host FROM protected_host WHERE id = ?')

export async function findClientId(queries: Queries, appId: string): Promise<string | undefined> {
  const row = await queries.one(app, appId)
  return row && text(row, 'client_id')
}

export async function findHostName(queries: Queries, hostId: string): Promise<string | undefined> {
  const row = await queries.one(host, hostId)
  return row && text(row, 'host')
}
