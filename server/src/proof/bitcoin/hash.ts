import { hash } from 'node:crypto'

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  return hash('sha256', join(parts), 'buffer')
}

export function doubleSha256(...parts: readonly Uint8Array[]): Buffer {
  return hash('sha256', sha256(...parts), 'buffer')
}

/** OpenSSL has RIPEMD-160 in its default provider since 3.0.7. */
export function hash160(bytes: Uint8Array): Buffer {
  return hash('ripemd160', sha256(bytes), 'buffer')
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
}
