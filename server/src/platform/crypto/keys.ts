/** Derives one key per purpose from the secret. */

import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

// Key objects, not bytes: node converts bytes on every use, which costs five times the HMAC.
export type Keys = {
  challenge: KeyObject
  setup: KeyObject
  proof: KeyObject
  network: KeyObject
  signing: KeyObject
  subject: KeyObject
  host: KeyObject
  question: KeyObject
  refresh: KeyObject
}

export function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `countersign/${purpose}/1`, 32)))
  return {
    challenge: derive('challenge'),
    setup: derive('setup'),
    proof: derive('proof'),
    network: derive('network'),
    signing: derive('signing'),
    subject: derive('subject'),
    host: derive('host'),
    question: derive('question'),
    refresh: derive('refresh'),
  }
}

export function authenticate(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
