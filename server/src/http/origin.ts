import { AppError } from '@countersign/contract/errors.ts'
import type { Exchange } from './exchange.ts'

/** A changing call comes from a page of ours, or it is refused. */
export function requireOwnOrigin(exchange: Exchange, origin: string): void {
  const site = exchange.header('sec-fetch-site')
  const ours = exchange.header('origin') === origin && exchange.header('x-countersign') === '1'
  if (!ours || (site !== undefined && site !== 'same-origin' && site !== 'none')) throw new AppError('csrf_refused')
}
