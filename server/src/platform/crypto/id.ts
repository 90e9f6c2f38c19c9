/** Names for things: ULIDs, tokens and nonces, all from the context's clock and randomness. */

import { NONCE_LENGTH } from '@countersign/contract/limits.ts'
import type { IdPrefix } from '@countersign/contract/schemas/id.ts'
import type { PlatformContext } from '../platform-context.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Where the time ends in an id: three letters, a line, ten characters. */
const TIME_END = 14

type Source = Pick<PlatformContext, 'now' | 'random'>

export function newId(source: Source, prefix: IdPrefix): string {
  return `${prefix}_${newUlid(source)}`
}

export function newUlid({ now, random }: Source): string {
  return ulidHead(now()) + crockford(random(16))
}

/** The least id that could be made at that time: a bound on ids is a bound on time, and ids have an index. */
export function firstIdAt(time: number, prefix: IdPrefix): string {
  return `${prefix}_${ulidHead(Math.max(0, time))}${'0'.repeat(16)}`
}

function ulidHead(milliseconds: number): string {
  let time = milliseconds
  let head = ''
  for (let digit = 0; digit < 10; digit++) {
    head = CROCKFORD.charAt(time % 32) + head
    time = Math.floor(time / 32)
  }
  return head
}

/** Ids of this process that sort in the order they were made, within one millisecond too. */
export function createIdSequence(prefix: IdPrefix): (source: Source) => string {
  let last = ''
  return (source) => {
    const id = newId(source, prefix)
    const sameInstant = id.slice(0, TIME_END) === last.slice(0, TIME_END)
    last = sameInstant && id <= last ? next(last) : id
    return last
  }
}

/** The id that follows: counted up from its end. */
function next(id: string): string {
  const digit = CROCKFORD.indexOf(id.slice(-1))
  const head = id.slice(0, -1)
  return digit < 31 ? head + CROCKFORD.charAt(digit + 1) : next(head) + CROCKFORD.charAt(0)
}

/** One character for each byte, five bits of it. */
export function crockford(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += CROCKFORD.charAt(byte & 31)
  return text
}

/** A Crockford code as people type it: any case, spaces and lines anywhere, O for 0, I and L for 1. */
export function crockfordAsTyped(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

export function newNonce({ random }: Pick<PlatformContext, 'random'>): string {
  let nonce = ''
  while (nonce.length < NONCE_LENGTH) {
    // Bytes from 248 on are thrown away, so that every character is equally likely.
    for (const byte of random(32)) if (byte < 248 && nonce.length < NONCE_LENGTH) nonce += BASE62.charAt(byte % 62)
  }
  return nonce
}

export function newToken({ random }: Pick<PlatformContext, 'random'>, bytes: number): string {
  return random(bytes).toString('base64url')
}
