import { FORWARD_AUTH_START } from '@countersign/contract/endpoints.ts'
import { AppError } from '@countersign/contract/errors.ts'
import type { Context } from '../context.ts'
import { equalBytes } from '../platform/crypto/keys.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { serveCheck } from './check.ts'
import { CHECK_PREFIX, checkPath } from './check-path.ts'
import { serveStart } from './start.ts'

const START = FORWARD_AUTH_START

export function isForwardAuthPath(path: string): boolean {
  return path === START || path.startsWith(CHECK_PREFIX)
}

/** Any method: proxies repeat the one of the original request. */
export async function serveForwardAuth(
  context: Context,
  exchange: Exchange,
  headers: Record<string, string>,
): Promise<void> {
  if (exchange.path === START) return serveStart(context, exchange, headers)
  if (!equalBytes(Buffer.from(exchange.path), Buffer.from(checkPath(context)))) throw new AppError('not_found')
  return serveCheck(context, exchange)
}
