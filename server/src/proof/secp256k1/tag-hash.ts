import { hash } from 'node:crypto'

/** BIP-340. */
export function tagHash(tag: string): (...parts: readonly Uint8Array[]) => Buffer {
  const prefix = hash('sha256', tag, 'buffer')
  return (...parts) => hash('sha256', Buffer.concat([prefix, prefix, ...parts]), 'buffer')
}
