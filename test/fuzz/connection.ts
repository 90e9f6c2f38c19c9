/** An HTTP/1.1 connection that is kept open, and on which anything can be sent. */

import { connect } from 'node:net'

export type Answer = {
  status: number
  headers: Map<string, string[]>
  body: Buffer
  /** Whether the server closes the connection after it. */
  closes: boolean
}

export class ConnectionLost extends Error {}

export type Connection = {
  isOpen(): boolean
  /** `head`: the answer has no body. */
  send(bytes: readonly Buffer[], options: { head: boolean }): Promise<Answer>
  close(): void
}

type Waiting = { head: boolean; resolve(answer: Answer): void; reject(error: Error): void }

export function openConnection(port: number): Connection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received: Buffer = Buffer.alloc(0)
  let waiting: Waiting | undefined
  let open = true

  const end = (reason: string) => {
    open = false
    const lost = waiting
    waiting = undefined
    lost?.reject(new ConnectionLost(reason))
  }
  const takeAnswer = (ended: boolean) => {
    if (!waiting) return
    const found = readAnswer(received, { head: waiting.head, ended })
    if (!found) return
    received = received.subarray(found.length)
    const { resolve } = waiting
    waiting = undefined
    if (found.answer.closes) open = false
    resolve(found.answer)
  }
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    takeAnswer(false)
  })
  socket.on('end', () => {
    takeAnswer(true)
    socket.end()
  })
  socket.on('error', (error) => end(error.message))
  socket.on('close', () => end('closed'))

  return {
    isOpen: () => open,
    send: (bytes, { head }) =>
      new Promise((resolve, reject) => {
        if (!open) return reject(new ConnectionLost('closed before'))
        if (received.length > 0) return reject(new Error(`More than one answer: ${received.subarray(0, 200)}`))
        waiting = { head, resolve, reject }
        for (const part of bytes) socket.write(part)
      }),
    close() {
      open = false
      socket.destroy()
    },
  }
}

type Found = { answer: Answer; length: number }

/** Undefined while it is incomplete. `ended`: nothing more comes. */
export function readAnswer(bytes: Buffer, { head, ended }: { head: boolean; ended: boolean }): Found | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const lines = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(lines[0] ?? '')?.[1] ?? 0)
  const start = headEnd + 4
  if (status >= 100 && status < 200) {
    const next = readAnswer(bytes.subarray(start), { head, ended })
    return next && { answer: next.answer, length: start + next.length }
  }
  const headers = readHeaders(lines.slice(1))
  const closes = headers.get('connection')?.some((value) => /\bclose\b/i.test(value)) === true
  const found = readBody(bytes.subarray(start), { status, headers, head, ended })
  return (
    found && {
      answer: { status, headers, body: found.body, closes: closes || found.open },
      length: start + found.length,
    }
  )
}

function readHeaders(lines: string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  for (const line of lines) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()])
  }
  return headers
}

type Body = { body: Buffer; length: number; open: boolean }
type Head = Pick<Answer, 'status' | 'headers'> & { head: boolean; ended: boolean }

function readBody(bytes: Buffer, { status, headers, head, ended }: Head): Body | undefined {
  const none = { body: Buffer.alloc(0), length: 0, open: false }
  if (head || status === 204 || status === 304) return none
  // It never ends.
  if (headers.get('content-type')?.[0]?.startsWith('text/event-stream')) return { ...none, open: true }
  if (headers.get('transfer-encoding')?.[0]?.toLowerCase() === 'chunked') return readChunks(bytes)
  const length = headers.get('content-length')?.[0]
  if (length === undefined) return ended ? { body: bytes, length: bytes.length, open: true } : undefined
  if (bytes.length < Number(length)) return undefined
  return { body: bytes.subarray(0, Number(length)), length: Number(length), open: false }
}

function readChunks(bytes: Buffer): Body | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + 2
    if (bytes.length < start + size + 2) return undefined
    if (size === 0) return { body: Buffer.concat(parts), length: start + 2, open: false }
    parts.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
}

/** Everything that is received until the server closes the connection, for bytes that are no valid request. */
export function sendOnce(port: number, bytes: Buffer, { half }: { half: boolean }): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('end', () => socket.end())
    // A connection that is closed before everything was sent is reset.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
    socket.write(bytes)
    if (half) socket.end()
  })
}
