import { hash } from 'node:crypto'
import { createRequire } from 'node:module'

export function sha256(content: string | Uint8Array): Buffer {
  // Through a string: a buffer of `hash` has memory of its own, which costs more than the hash.
  return Buffer.from(hash('sha256', content, 'binary'), 'binary')
}

// The main file of hash-wasm contains every algorithm: 284 kB instead of 11.
const { createKeccak }: typeof import('hash-wasm') = createRequire(import.meta.url)('hash-wasm/dist/keccak.umd.min.js')

const hasher = await createKeccak(256)

export function keccak256(data: Uint8Array | string): Uint8Array {
  return hasher.init().update(data).digest('binary')
}
