import type { Account } from '@countersign/contract/family/account.ts'

/** The chain of a key-controlled Ethereum account as it is stored: it is the same on every chain. */
export const KEY_CHAIN = '0'

/** A contract's signature may become invalid, so its sessions are checked again. */
export function isContractAccount({ namespace, chain }: Pick<Account, 'namespace' | 'chain'>): boolean {
  return namespace === 'eip155' && chain !== KEY_CHAIN
}

/** The chain of a contract wallet; null for a key of any family. */
export function contractChainOf(account: Pick<Account, 'namespace' | 'chain'>): number | null {
  return isContractAccount(account) ? Number(account.chain) : null
}

export function walletKind(account: Account): 'eoa' | 'contract' {
  return isContractAccount(account) ? 'contract' : 'eoa'
}
