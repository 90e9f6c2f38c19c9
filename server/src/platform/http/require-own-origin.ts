import { AppError } from '@countersign/contract/errors.ts'
import type { Exchange } from './exchange.ts'

/** A file is asked for by a page of ours: a link elsewhere cannot make a browser download it. */
export function requireOwnPage(exchange: Exchange): void {
  const site = exchange.header('sec-fetch-site')
  const ours = exchange.header('x-countersign') === '1' && (site === undefined || site === 'same-origin')
  if (!ours) throw new AppError('csrf_refused')
}

/** A changing call comes from a page of ours, or it is refused. */
export function requireOwnOrigin(exchange: Exchange, origin: string): void {
  const site = exchange.header('sec-fetch-site')
  const ours = exchange.header('origin') === origin && exchange.header('x-countersign') === '1'
  if (!ours || (site !== undefined && site !== 'same-origin' && site !== 'none')) throw new AppError('csrf_refused')
}
