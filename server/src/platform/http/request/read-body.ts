import type { IncomingMessage } from 'node:http'
import { AppError } from '@countersign/contract/error/errors.ts'

const NO_BYTES = Buffer.alloc(0)
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Not async functions, each of which costs every request. */
export function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = request.headers['content-type']
  if (!type || !isJson(type)) throw new AppError('unsupported_media_type')
  if (request.headers['content-encoding']) throw new AppError('unsupported_media_type')
  return readBody(request, limit, parseJson)
}

function isJson(type: string): boolean {
  return type === 'application/json' || /^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(type)
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    throw new AppError('bad_request', { detail: 'The request body is not valid JSON.' })
  }
}

export function readForm(request: IncomingMessage, limit: number): Promise<URLSearchParams> {
  const type = request.headers['content-type']
  if (!type || !/^application\/x-www-form-urlencoded(?:\s*;\s*charset=utf-8)?$/i.test(type))
    throw new AppError('unsupported_media_type')
  return readBody(request, limit, (bytes) => new URLSearchParams(bytes.toString()))
}

export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return readBody(request, limit, (bytes) => bytes)
}

function readBody<T>(request: IncomingMessage, limit: number, parse: (bytes: Buffer) => T): Promise<T> {
  const tooLarge = () => new AppError('payload_too_large', { detail: `The request body is limited to ${limit} bytes.` })
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
  // With `optimizeEmptyRequests`, a request without a body emits no events.
  if (request.readableEnded) return Promise.resolve(parse(NO_BYTES))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      request.pause()
      reject(tooLarge())
    })
    request.on('end', () => {
      try {
        resolve(parse(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
      } catch (error) {
        reject(error)
      }
    })
    // Also when the client closes the connection.
    request.on('error', () => reject(new AppError('bad_request', { detail: 'The request body is incomplete.' })))
  })
}
