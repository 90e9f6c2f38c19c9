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

function encodeTime(milliseconds: number): string {
  let time = milliseconds
  let head = ''
  for (let digit = 0; digit < 10; digit++) {
    head = CROCKFORD.charAt(time % 32) + head
    time = Math.floor(time / 32)
  }
  return head
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

export function crockford(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += CROCKFORD.charAt(byte & 31)
  return text
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
