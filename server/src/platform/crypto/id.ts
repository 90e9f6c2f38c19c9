import { randomFillSync } from 'node:crypto'
import { NONCE_LENGTH } from '@countersign/contract/limits.ts'
import type { IdPrefix } from '@countersign/contract/schemas/id.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Prefix, underscore, and ten characters of time. */
const TIME_END = 14

type RandomSource = { random(bytes: number): Buffer }

type Source = RandomSource & { now(): number }

export function newId(source: Source, prefix: IdPrefix): string {
  return `${prefix}_${newUlid(source)}`
}

export function newUlid({ now, random }: Source): string {
  return encodeTime(now()) + crockford(random(16))
}

/** The lowest id of that time, so that time ranges can use the index on ids. */
export function firstIdAt(time: number, prefix: IdPrefix): string {
  return `${prefix}_${encodeTime(Math.max(0, time))}${'0'.repeat(16)}`
}

/** All pairs of characters: an id is put together from 13 of them. */
const PAIRS = Array.from({ length: 1024 }, (_, value) => CROCKFORD.charAt(value >> 5) + CROCKFORD.charAt(value & 31))

function pair(value: number): string {
  return PAIRS[value & 1023] ?? ''
}

let encodedAt = Number.NaN
let encoded = ''

/** Ten characters. A sign-in creates several ids in one millisecond. */
function encodeTime(milliseconds: number): string {
  if (milliseconds === encodedAt) return encoded
  encoded = encodeNewTime(milliseconds)
  encodedAt = milliseconds
  return encoded
}

function encodeNewTime(milliseconds: number): string {
  const high = Math.floor(milliseconds / 2 ** 30)
  const low = milliseconds % 2 ** 30
  return pair(high >> 10) + pair(high) + pair(low >> 20) + pair(low >> 10) + pair(low)
}

export type IdSequence = (source: Source) => string

/** Ids that sort in order of creation, also within one millisecond. */
export function createIdSequence(prefix: IdPrefix): IdSequence {
  let last = ''
  return (source) => {
    const id = newId(source, prefix)
    const sameInstant = id.slice(0, TIME_END) === last.slice(0, TIME_END)
    last = sameInstant && id <= last ? increment(last) : id
    return last
  }
}

function increment(id: string): string {
  const digit = CROCKFORD.indexOf(id.slice(-1))
  const head = id.slice(0, -1)
  return digit < 31 ? head + CROCKFORD.charAt(digit + 1) : increment(head) + CROCKFORD.charAt(0)
}

/** Five bits of each byte. */
export function crockford(bytes: Uint8Array): string {
  let text = ''
  for (let at = 1; at < bytes.length; at += 2) text += pair(((bytes[at - 1] ?? 0) << 5) | ((bytes[at] ?? 0) & 31))
  return bytes.length % 2 === 0 ? text : text + CROCKFORD.charAt((bytes.at(-1) ?? 0) & 31)
}

/** Accepts any case, spaces and hyphens, O for 0, I and L for 1. */
export function normalizeCrockford(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

export function newNonce({ random }: RandomSource): string {
  let nonce = ''
  while (nonce.length < NONCE_LENGTH) {
    // Bytes above 247 are discarded to avoid modulo bias.
    for (const byte of random(32)) if (byte < 248 && nonce.length < NONCE_LENGTH) nonce += BASE62.charAt(byte % 62)
  }
  return nonce
}

export function newToken({ random }: RandomSource, bytes: number): string {
  return random(bytes).toString('base64url')
}

const POOL_BYTES = 8192

/** Random bytes from a pool. No byte is used twice. */
export function createRandom(): (bytes: number) => Buffer {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  return (bytes) => {
    if (bytes > POOL_BYTES) throw new RangeError(`At most ${POOL_BYTES} random bytes at once`)
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const taken = Buffer.allocUnsafe(bytes)
    // For a few bytes a loop is faster than `copy` and `fill`.
    for (let at = 0; at < bytes; at++) {
      taken[at] = pool[used] ?? 0
      pool[used++] = 0
    }
    return taken
  }
}
