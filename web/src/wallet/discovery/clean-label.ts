/** Names and icons of wallets are untrusted input: any page script or extension can announce a wallet. */

import { WALLET_ICON_MAX_BYTES, WALLET_NAME_MAX } from '@countersign/contract/limits.ts'

const ICON = /^data:image\/(?:png|webp|svg\+xml|jpeg|gif)[;,]/

export function cleanIcon(icon: unknown): string | undefined {
  return typeof icon === 'string' && icon.length <= WALLET_ICON_MAX_BYTES && ICON.test(icon) ? icon : undefined
}

/** Control, format and bidi characters could hide or reorder what a person reads. */
export function cleanName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const plain = name
    .slice(0, 1000)
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...plain].slice(0, WALLET_NAME_MAX).join('').trim() || undefined
}
