import { chainName, contractChain } from '@countersign/contract/chain-name.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import { wallets as text } from '../words/account-wallets.ts'

export function walletName({ label, name }: Pick<Wallet, 'label' | 'name'>): string {
  return label ?? name ?? text.unnamed
}

export function walletKind({ account }: Pick<Wallet, 'account'>): string {
  const chainId = contractChain(account)
  return chainId === undefined ? text.kinds.eoa : text.smartOn(chainName(chainId))
}

/** The server refuses to remove the last wallet. */
export function isLast(wallet: Wallet, wallets: Wallet[]): boolean {
  return wallets.every((other) => other.id === wallet.id || other.status === 'removing')
}

/** A smart account at the same address of another chain is another wallet. */
export function isSameAccount(
  wallet: Pick<Wallet, 'account' | 'address'>,
  { address, chain }: { address: string; chain: string },
): boolean {
  const contract = contractChain(wallet.account)
  return isSameAddress(wallet.address, address) && (contract === undefined || String(contract) === chain)
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
