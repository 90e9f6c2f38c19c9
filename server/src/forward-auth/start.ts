/** On our own origin: issues a ticket for the protected host, after the sign-in if there is no session. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_WRITES_PER_SESSION } from '@countersign/contract/limits.ts'
import { hostNameSchema } from '@countersign/contract/schemas/admin/host.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { send } from '../platform/http/send-response.ts'
import { currentSession, ifSignedOut } from '../session/browser-session.ts'
import { readInstance } from '../settings/read-settings.ts'
import { findHostFor } from './hosts/find-host.ts'
import { originOf } from './hosts/host-name.ts'
import { isRedirectTarget, RESERVED_PREFIX } from './read-request.ts'
import { issueTicket } from './ticket.ts'

export async function serveStart(context: Context, exchange: Exchange, headers: Record<string, string>): Promise<void> {
  const { request, response, path, search } = exchange
  if (request.method !== 'GET') {
    response.setHeader('Allow', 'GET')
    throw new AppError('method_not_allowed')
  }
  const query = new URLSearchParams(search)
  const named = hostNameSchema.safeParse(query.get('host'))
  const found = named.success ? await findHostFor(context, named.data) : undefined
  const redirect = (Location: string) => send(exchange, 302, { headers, more: { Location } })
  if (!found && !(await readInstance(context)).hasOwner) return redirect('/')
  if (!named.success || !found?.enabled) throw new AppError('not_found')
  // The requested host, not the wildcard that may cover it.
  const host = named.data
  const requested = query.get('to') ?? '/'
  const to = isRedirectTarget(requested) ? requested : '/'
  const state = query.get('state') ?? ''
  // The host redirects back here with a state.
  if (!/^[A-Za-z0-9_-]{43}$/.test(state)) return redirect(originOf(host) + to)
  const session = await currentSession(context, exchange).catch(ifSignedOut)
  if (!session) return redirect(`/sign-in?return_to=${encodeURIComponent(path + search)}`)
  context.rates.take(`ticket:${session.id}`, RATE_WRITES_PER_SESSION)
  const ticket = await issueTicket(context, session.id, { host, state })
  redirect(`${originOf(host)}${RESERVED_PREFIX}callback?${new URLSearchParams({ ticket, to })}`)
}
