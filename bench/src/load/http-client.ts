/** A keep-alive HTTP/1.1 connection, cheap enough not to limit the load. */

import { connect } from 'node:net'

export type Answer = { status: number; head: string; body: string }

export type Connection = { send(request: string): Promise<Answer>; close(): void }

export function openConnection(port: number): Connection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined

  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received = received === '' ? text : received + text
    const answer = readAnswer(received)
    if (!answer || !waiting) return
    received = ''
    const { resolve } = waiting
    waiting = undefined
    resolve(answer)
  })
  const lost = (error?: Error) => waiting?.reject(error ?? new Error('The server closed the connection'))
  socket.on('error', lost)
  socket.on('close', () => lost())

  return {
    send(request) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request, 'latin1')
      })
    },
    close: () => void socket.destroy(),
  }
}

function readAnswer(text: string): Answer | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = text.slice(0, headEnd)
  const rest = text.slice(headEnd + 4)
  const body = /\r\ntransfer-encoding: *chunked/i.test(head) ? readChunks(rest) : readLength(head, rest)
  return body === undefined ? undefined : { status: Number(head.slice(9, 12)), head, body }
}

function readLength(head: string, rest: string): string | undefined {
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  return rest.length < length ? undefined : rest.slice(0, length)
}

function readChunks(text: string): string | undefined {
  let body = ''
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(text.slice(at, lineEnd), 16)
    const start = lineEnd + 2
    if (text.length < start + size + 2) return undefined
    if (size === 0) return body
    body += text.slice(start, start + size)
    at = start + size + 2
  }
}

export type Request = {
  method: 'GET' | 'POST'
  path: string
  port: number
  headers?: Record<string, string>
  body?: unknown
  /** A form body, sent without an origin as servers do. */
  form?: Record<string, string>
}

const BROWSER = [
  'Connection: keep-alive',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Accept-Language: en-US,en;q=0.9',
  'Accept-Encoding: gzip, deflate, br',
  'Sec-Fetch-Site: same-origin',
].join('\r\n')

export function writeRequest({ method, path, port, headers = {}, body, form }: Request): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: localhost:${port}`, BROWSER]
  for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers }))
    lines.push(`${name}: ${value}`)
  const text = form ? new URLSearchParams(form).toString() : body === undefined ? '' : JSON.stringify(body)
  if (form) lines.push('Content-Type: application/x-www-form-urlencoded')
  else if (text !== '') lines.push(`Origin: http://localhost:${port}`, 'Content-Type: application/json')
  if (text !== '') lines.push(`Content-Length: ${text.length}`)
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/** `name=value` of a cookie in the response. */
export function cookieOf(answer: Answer, name: string): string {
  const found = new RegExp(`\\r\\nset-cookie: *(${name.replaceAll('.', '\\.')}=[^;\\r]+)`, 'i').exec(answer.head)?.[1]
  if (found === undefined) throw new Error(`No ${name} cookie in: ${answer.head}`)
  return found
}

export function locationOf(answer: Answer): URL {
  const location = /\r\nlocation: *([^\r]+)/i.exec(answer.head)?.[1]
  if (location === undefined) throw new Error(`No redirect: ${answer.head}\n${answer.body}`)
  return new URL(location)
}
