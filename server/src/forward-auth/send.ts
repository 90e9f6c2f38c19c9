import type { ServerResponse } from 'node:http'

/** A short answer to a proxy, which may show it to a person. */
export function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string | string[]> = {},
  words = '',
): void {
  const text = words === '' ? '' : `${words}\n`
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
