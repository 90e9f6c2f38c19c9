import type { Wallet } from '@countersign/contract/wallet.ts'
import { wallets as text } from '../../words/own.ts'

/** What its person calls it, or else what it calls itself. */
export function walletName({ label, name }: Pick<Wallet, 'label' | 'name'>): string {
  return label ?? name ?? text.unnamed
}

/** The server never removes it, so the page does not offer to. */
export function isLast(wallet: Wallet, wallets: Wallet[]): boolean {
  return wallets.every((other) => other.id === wallet.id || other.status === 'removing')
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
