import { BROWSER_COOKIE_MS } from '@countersign/contract/limits.ts'
import { newToken } from '../crypto/id.ts'
import type { PlatformContext } from '../platform-context.ts'
import type { Exchange } from './exchange.ts'

export function browserOf(exchange: Exchange): string | undefined {
  const value = exchange.cookies.get('browser')
  return value !== undefined && /^[A-Za-z0-9_-]{22}$/.test(value) ? value : undefined
}

export function bindBrowser(context: PlatformContext, exchange: Exchange): string {
  const existing = browserOf(exchange)
  if (existing) return existing
  const created = newToken(context, 16)
  exchange.cookies.set('browser', created, BROWSER_COOKIE_MS)
  return created
}
