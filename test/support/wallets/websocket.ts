/** A minimal WebSocket server (RFC 6455) for tests: text frames, pings and close codes. */

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export type Socket = {
  send(text: string): void
  close(code: number, reason: string): void
  /** Drops the connection without a close frame. */
  cut(): void
}

const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10

export function acceptWebSocket(
  request: IncomingMessage,
  stream: Duplex,
  listener: { text(text: string): void; closed(): void },
): Socket {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const accept = createHash('sha1').update(key).digest('base64')
  stream.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  const writeFrame = (opcode: number, payload: Buffer) => {
    if (!stream.destroyed) stream.write(Buffer.concat([frameHead(opcode, payload.length), payload]))
  }
  let waiting = Buffer.alloc(0)
  let parts: Buffer[] = []
  stream.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    for (let frame = readFrame(waiting); frame; frame = readFrame(waiting)) {
      waiting = waiting.subarray(frame.size)
      if (frame.opcode === PING) writeFrame(PONG, frame.payload)
      else if (frame.opcode === CLOSE) {
        writeFrame(CLOSE, frame.payload.subarray(0, 2))
        stream.end()
      } else if (frame.opcode <= TEXT) {
        parts.push(frame.payload)
        if (!frame.last) continue
        const text = Buffer.concat(parts).toString()
        parts = []
        listener.text(text)
      }
    }
  })
  stream.on('close', listener.closed)
  stream.on('error', () => stream.destroy())
  return {
    send: (text) => writeFrame(TEXT, Buffer.from(text)),
    close(code, reason) {
      const payload = Buffer.alloc(2)
      payload.writeUInt16BE(code)
      writeFrame(CLOSE, Buffer.concat([payload, Buffer.from(reason)]))
      stream.end()
    },
    cut: () => stream.destroy(),
  }
}

type Frame = { opcode: number; last: boolean; payload: Buffer; size: number }

/** Reads one complete frame. Clients mask their frames. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  const short = second & 0x7f
  const at = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < at + 4) return undefined
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < at + 4 + length) return undefined
  const mask = bytes.subarray(at, at + 4)
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length))
  for (const [index, byte] of payload.entries()) payload[index] = byte ^ (mask[index % 4] ?? 0)
  return { opcode: first & 0x0f, last: (first & 0x80) !== 0, payload, size: at + 4 + length }
}

function frameHead(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | opcode, length])
  const long = Buffer.alloc(length < 65_536 ? 4 : 10)
  long[0] = 0x80 | opcode
  long[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) long.writeUInt16BE(length, 2)
  else long.writeBigUInt64BE(BigInt(length), 2)
  return long
}
