import type { Context } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { serveCheck } from './check.ts'
import { serveStart } from './start.ts'

const CHECK = '/forward-auth'
const START = '/forward-auth/start'

export function isForwardAuthPath(path: string): boolean {
  return path === CHECK || path === START
}

/** Of any method: proxies ask with the one they were asked with. */
export function serveForwardAuth(context: Context, exchange: Exchange, headers: Record<string, string>): Promise<void> {
  return exchange.path === CHECK ? serveCheck(context, exchange) : serveStart(context, exchange, headers)
}
