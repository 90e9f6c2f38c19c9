import { createKeccak } from 'hash-wasm'

const hasher = await createKeccak(256)

export function keccak256(data: Uint8Array | string): Uint8Array {
  return hasher.init().update(data).digest('binary')
}
