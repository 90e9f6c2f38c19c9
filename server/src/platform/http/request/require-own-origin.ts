import { AppError } from '@countersign/contract/error/errors.ts'
import type { Exchange } from '../exchange.ts'

/** Downloads must be requested by our page, so that links elsewhere cannot trigger them. */
export function requireOwnPage(exchange: Exchange): void {
  const site = exchange.header('sec-fetch-site')
  const fromPage = exchange.header('x-countersign') === '1' && (site === undefined || site === 'same-origin')
  if (!fromPage) throw new AppError('csrf_refused')
}

/** CSRF protection: writes must come from our origin. */
export function requireOwnOrigin(exchange: Exchange, origin: string): void {
  const site = exchange.header('sec-fetch-site')
  const sameOrigin = exchange.header('origin') === origin && exchange.header('x-countersign') === '1'
  if (!sameOrigin || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new AppError('csrf_refused')
}
