import type { ServerResponse } from 'node:http'

export function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string | string[]> = {},
  message = '',
): void {
  const text = message === '' ? '' : `${message}\n`
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(text === '' ? {} : { 'Content-Type': 'text/plain; charset=utf-8' }),
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}
