import type { Database } from '../platform/store/database.ts'
import { change, selectOne } from '../platform/store/query.ts'
import { text } from '../platform/store/row.ts'

export const insertTicket = change<{ hash: Uint8Array; sessionId: string; host: string; expiresAt: number }>(`
  INSERT INTO host_ticket (ticket_hash, session_id, host, expires_at) VALUES (:hash, :sessionId, :host, :expiresAt)`)

type Ticket = { hash: Uint8Array; host: string; now: number }

const take = selectOne((row) => text(row, 'session_id'))<Ticket>(`
  DELETE FROM host_ticket WHERE ticket_hash = :hash AND host = :host AND expires_at > :now RETURNING session_id`)

export function takeTicket(store: Database, ticket: Ticket): Promise<string | undefined> {
  return store.transaction((queries) => take(queries, ticket))
}

export const removeExpiredTickets = change<[now: number]>('DELETE FROM host_ticket WHERE expires_at <= ?')
