import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

const PURPOSES = [
  'challenge',
  'setup',
  'proof',
  'network',
  'signing',
  'subject',
  'host',
  'interaction',
  'refresh',
  'phone',
] as const

// Key objects, not bytes: node converts bytes on every use, which costs five times the HMAC.
export type Keys = Record<(typeof PURPOSES)[number], KeyObject>

export function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `countersign/${purpose}/1`, 32)))
  return Object.fromEntries(PURPOSES.map((purpose) => [purpose, derive(purpose)])) as Keys // one for each purpose
}

export function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** As base64url. */
export function hmacText(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
