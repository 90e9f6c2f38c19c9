/** AES-256-GCM for secrets at rest. `aad` binds a value to its record. */

import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import type { PlatformContext } from '../platform-context.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

type SealOptions = { key: KeyObject; aad: string; content: Uint8Array }

export function seal({ random }: Pick<PlatformContext, 'random'>, { key, aad, content }: SealOptions): Buffer {
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(aad))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Undefined if it was sealed with another key, for another purpose, or modified. */
export function open(sealed: Uint8Array, { key, aad }: Omit<SealOptions, 'content'>): Buffer | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  if (tag.length !== TAG_BYTES) return undefined
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  try {
    cipher.setAAD(Buffer.from(aad)).setAuthTag(tag)
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()])
  } catch {
    return undefined
  }
}
