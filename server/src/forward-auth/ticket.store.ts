import { type Database, type Queries, statement } from '../platform/store/database.ts'
import { change } from '../platform/store/query.ts'
import { text } from '../platform/store/row.ts'

const insert = statement('INSERT INTO host_ticket (ticket_hash, session_id, host, expires_at) VALUES (?, ?, ?, ?)')
const take = statement(`
  DELETE FROM host_ticket WHERE ticket_hash = ? AND host = ? AND expires_at > ? RETURNING session_id`)

export async function insertTicket(
  queries: Queries,
  ticket: { hash: Uint8Array; sessionId: string; host: string; expiresAt: number },
): Promise<void> {
  await queries.run(insert, ticket.hash, ticket.sessionId, ticket.host, ticket.expiresAt)
}

export function takeTicket(
  store: Database,
  { hash, host, now }: { hash: Uint8Array; host: string; now: number },
): Promise<string | undefined> {
  return store.transaction(async (queries) => {
    const row = await queries.one(take, hash, host, now)
    return row && text(row, 'session_id')
  })
}

export const removeExpiredTickets = change<[now: number]>('DELETE FROM host_ticket WHERE expires_at <= ?')
