/** Purposes never share a key: each is derived from the one secret. */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type Keys = { challenge: Buffer; setup: Buffer }

export function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `countersign/${purpose}/1`, 32))
  return { challenge: derive('challenge'), setup: derive('setup') }
}

export function authenticate(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
