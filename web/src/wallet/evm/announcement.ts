import { WALLET_NAME_MAX } from '@countersign/contract/limits.ts'
import { cleanIcon, cleanName } from '../discovery/clean-label.ts'
import { readMember } from '../untrusted.ts'
import type { WalletLabel } from '../wallet.ts'
import type { Provider } from './provider.ts'

/** One EIP-6963 announcement, which is untrusted input: any page script or extension can send one. */
export type Announcement = Omit<WalletLabel, 'id'> & { uuid: string; provider: Provider }

export function readAnnouncement(detail: unknown): Announcement | undefined {
  const provider = readMember(detail, 'provider')
  const info = readMember(detail, 'info')
  const [uuid, name, icon, rdns] = ['uuid', 'name', 'icon', 'rdns'].map((key) => readMember(info, key))
  if (!isProvider(provider) || typeof uuid !== 'string' || uuid === '' || uuid.length > 100) return undefined
  const cleanRdns = typeof rdns === 'string' && RDNS.test(rdns) ? rdns : undefined
  return {
    uuid,
    name: cleanName(name) ?? cleanRdns?.slice(0, WALLET_NAME_MAX) ?? 'Wallet',
    icon: cleanIcon(icon),
    rdns: cleanRdns,
    provider,
  }
}

export function isProvider(value: unknown): value is Provider {
  return typeof readMember(value, 'request') === 'function'
}

// The characters that a proof accepts.
const RDNS = /^[a-zA-Z0-9.-]{1,100}$/
