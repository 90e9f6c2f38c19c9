/** Hands a session to a protected host: valid once, for that host, in the browser that began the sign-in. */

import { TICKET_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import { newToken } from '../platform/crypto/id.ts'
import { insertTicket, removeExpiredTickets, takeTicket } from './ticket.store.ts'

const TICKET_BYTES = 32

type Binding = { host: string; state: string }

export async function issueTicket(context: Context, sessionId: string, { host, state }: Binding): Promise<string> {
  const ticket = newToken(context, TICKET_BYTES)
  const expiresAt = context.now() + TICKET_TTL_MS
  await insertTicket(context.store, { hash: hashOf(ticket, state), sessionId, host, expiresAt })
  return ticket
}

/** Returns the session id. The state of another browser neither finds nor consumes the ticket. */
export function redeemTicket(context: Context, ticket: string, { host, state }: Binding): Promise<string | undefined> {
  return takeTicket(context.store, { hash: hashOf(ticket, state), host, now: context.now() })
}

export const purgeTickets = removeExpiredTickets

function hashOf(ticket: string, state: string): Buffer {
  return sha256(`${ticket} ${state}`)
}
