import { hash } from 'node:crypto'

export function sha256(content: string | Uint8Array): Buffer {
  // Through a string: a buffer of `hash` has memory of its own, which costs more than the hash.
  return Buffer.from(hash('sha256', content, 'binary'), 'binary')
}
