/** From the sign-in to the host: a ticket that works once, there, in the browser that asked for it. */

import { TICKET_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import { newToken } from '../platform/crypto/id.ts'
import { insertTicket, takeTicket } from './ticket.store.ts'

const TICKET_BYTES = 32

type For = { host: string; state: string }

export async function issueTicket(context: Context, sessionId: string, { host, state }: For): Promise<string> {
  const ticket = newToken(context, TICKET_BYTES)
  const expiresAt = context.now() + TICKET_TTL_MS
  await insertTicket(context.store, { hash: hashOf(ticket, state), sessionId, host, expiresAt })
  return ticket
}

/** The id of the session it was issued for; another browser's state finds nothing and spends nothing. */
export function redeemTicket(context: Context, ticket: string, { host, state }: For): Promise<string | undefined> {
  return takeTicket(context.store, { hash: hashOf(ticket, state), host, now: context.now() })
}

function hashOf(ticket: string, state: string): Buffer {
  return sha256(`${ticket} ${state}`)
}
