import { chainName, contractChain } from '@countersign/contract/chain-name.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import { wallets as text } from '../words/own.ts'

/** What its person calls it, or else what it calls itself. */
export function walletName({ label, name }: Pick<Wallet, 'label' | 'name'>): string {
  return label ?? name ?? text.unnamed
}

/** What kind of account it is and, for one that lives on a single network, which. */
export function walletKind({ account }: Pick<Wallet, 'account'>): string {
  const chainId = contractChain(account)
  return chainId === undefined ? text.kinds.eoa : text.smartOn(chainName(chainId))
}

/** The server never removes it, so the page does not offer to. */
export function isLast(wallet: Wallet, wallets: Wallet[]): boolean {
  return wallets.every((other) => other.id === wallet.id || other.status === 'removing')
}

/** A key is the same on every chain; a contract at the same address of another chain is another wallet. */
export function isSameAccount(
  wallet: Pick<Wallet, 'account' | 'address'>,
  { address, chainId }: { address: string; chainId: number },
): boolean {
  const chain = contractChain(wallet.account)
  return isSameAddress(wallet.address, address) && (chain === undefined || chain === chainId)
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
