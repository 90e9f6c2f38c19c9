import { FORWARD_AUTH_CHECK, FORWARD_AUTH_START } from '@countersign/contract/endpoints.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import type { Awaitable } from '../platform/store/database.ts'
import { serveCheck } from './check.ts'
import { serveStart } from './start.ts'

export function isForwardAuthPath(path: string): boolean {
  return path === FORWARD_AUTH_START || path.startsWith(FORWARD_AUTH_CHECK)
}

export function serveForwardAuth(
  context: Context,
  exchange: Exchange,
  headers: Record<string, string>,
): Awaitable<void> {
  return exchange.path === FORWARD_AUTH_START ? serveStart(context, exchange, headers) : serveCheck(context, exchange)
}
