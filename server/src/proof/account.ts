import type { Namespace } from '@countersign/contract/family/family.ts'

/** The chain of a key-controlled Ethereum account: it is the same on every chain. */
export const KEY_CHAIN = '0'

/** Who signed, as it is stored. A contract wallet is identified by chain and address; other families have one chain each. */
export type Account = { namespace: Namespace; chainRef: string; address: string }

/** A contract's signature may become invalid, so its sessions are checked again. */
export function isContractAccount({ namespace, chainRef }: Pick<Account, 'namespace' | 'chainRef'>): boolean {
  return namespace === 'eip155' && chainRef !== KEY_CHAIN
}

/** The chain of a contract wallet; null for a key of any family. */
export function contractChainOf(account: Pick<Account, 'namespace' | 'chainRef'>): number | null {
  return isContractAccount(account) ? Number(account.chainRef) : null
}

export function walletKind(account: Account): 'eoa' | 'contract' {
  return isContractAccount(account) ? 'contract' : 'eoa'
}
