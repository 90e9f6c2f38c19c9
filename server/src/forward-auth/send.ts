import type { Exchange } from '../platform/http/exchange.ts'
import { type HeaderFields, send } from '../platform/http/send-response.ts'

const HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' }
const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' }

/** A response that a proxy passes on to the visitor. */
export function sendToVisitor(exchange: Exchange, status: number, more: HeaderFields = {}, message = ''): void {
  if (message === '') return send(exchange, status, { headers: HEADERS, more })
  send(exchange, status, { headers: HEADERS, more: { ...TEXT, ...more }, body: `${message}\n` })
}
