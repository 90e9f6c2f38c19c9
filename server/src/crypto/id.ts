/** Names for things: ULIDs, tokens and nonces, all from the context's clock and randomness. */

import type { IdPrefix } from '@countersign/contract/id.ts'
import { NONCE_LENGTH } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

type Source = Pick<Context, 'now' | 'random'>

export function newId(source: Source, prefix: IdPrefix): string {
  return `${prefix}_${newUlid(source)}`
}

export function newUlid({ now, random }: Source): string {
  let time = now()
  let head = ''
  for (let digit = 0; digit < 10; digit++) {
    head = CROCKFORD.charAt(time % 32) + head
    time = Math.floor(time / 32)
  }
  return head + crockford(random(16))
}

/** One character for each byte, five bits of it. */
export function crockford(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += CROCKFORD.charAt(byte & 31)
  return text
}

export function newNonce({ random }: Pick<Context, 'random'>): string {
  let nonce = ''
  while (nonce.length < NONCE_LENGTH) {
    // Bytes from 248 on are thrown away, so that every character is equally likely.
    for (const byte of random(32)) if (byte < 248 && nonce.length < NONCE_LENGTH) nonce += BASE62.charAt(byte % 62)
  }
  return nonce
}

export function newToken({ random }: Pick<Context, 'random'>, bytes: number): string {
  return random(bytes).toString('base64url')
}
