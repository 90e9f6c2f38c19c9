import { WALLET_ICON_MAX_BYTES, WALLET_NAME_MAX } from '@countersign/contract/limits.ts'
import type { Provider } from './provider.ts'

/** One EIP-6963 announcement, which is untrusted input: any page script or extension can send one. */
export type Announcement = {
  uuid: string
  name: string
  icon: string | undefined
  rdns: string | undefined
  provider: Provider
}

export function readAnnouncement(detail: unknown): Announcement | undefined {
  try {
    if (!isRecord(detail) || !isRecord(detail.info) || !isProvider(detail.provider)) return undefined
    const { uuid, name, icon, rdns } = detail.info
    if (typeof uuid !== 'string' || uuid === '' || uuid.length > 100) return undefined
    const cleanRdns = typeof rdns === 'string' && RDNS.test(rdns) ? rdns : undefined
    return {
      uuid,
      name: cleanName(name) ?? cleanRdns?.slice(0, WALLET_NAME_MAX) ?? 'Wallet',
      icon: typeof icon === 'string' && isSafeIcon(icon) ? icon : undefined,
      rdns: cleanRdns,
      provider: detail.provider,
    }
  } catch {
    return undefined // a getter threw
  }
}

export function isProvider(value: unknown): value is Provider {
  return isRecord(value) && typeof value.request === 'function'
}

// The characters that a proof accepts.
const RDNS = /^[a-zA-Z0-9.-]{1,100}$/
const ICON = /^data:image\/(?:png|webp|svg\+xml|jpeg|gif)[;,]/

function isSafeIcon(icon: string): boolean {
  return icon.length <= WALLET_ICON_MAX_BYTES && ICON.test(icon)
}

/** Control, format and bidi characters could hide or reorder what a person reads. */
function cleanName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const plain = name
    .slice(0, 1000)
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...plain].slice(0, WALLET_NAME_MAX).join('').trim() || undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
}
