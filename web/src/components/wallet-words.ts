import { chainName } from '@countersign/contract/chain-name.ts'
import { contractChain, parseAccount } from '@countersign/contract/family/account.ts'
import { families } from '@countersign/contract/family/family.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import { familyOf } from '../ui/identity/address-family.ts'
import { spelledEnd } from '../ui/identity/address-text.ts'
import { wallets as text } from '../words/account/wallets.ts'
import { steps } from '../words/steps.ts'

export function walletName({ label, name }: Pick<Wallet, 'label' | 'name'>): string {
  return label ?? name ?? text.unnamed
}

/** "Solana account", or "Smart account on Base". */
export function walletKind({ account }: Pick<Wallet, 'account'>): string {
  const chainId = contractChain(account)
  if (chainId !== undefined) return text.smartOn(chainName(chainId))
  return text.accountOn(families[parseAccount(account)?.namespace ?? 'eip155'].name)
}

/** The family and the end of an address, for screen readers. */
export function spokenAddress(address: string): string {
  return steps.address.spoken(families[familyOf(address)].name, spelledEnd(address))
}

/** When a new wallet can confirm actions; undefined if it can. The server decides; this avoids a useless signature. */
export function futureTrust({ trustedAt }: Pick<Wallet, 'trustedAt'>): string | undefined {
  return trustedAt && Date.parse(trustedAt) > Date.now() ? trustedAt : undefined
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

/** Only in hexadecimal addresses the case has no meaning. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
