/** Accounts in CAIP-10 form and chains in CAIP-2 form: nothing else writes or reads them. */

import { type Chain, namespaces } from './family.ts'

/** Ethereum accounts of keys are stored with chain `0`; other families have one chain each. */
export type Account = Chain & { address: string }

/** Of any namespace. */
export type WrittenAccount = { namespace: string; chain: string; address: string }

/** The identity of a key-controlled Ethereum account has chain `0`. Addresses of other families are checked by their family. */
export const ACCOUNT_FORM =
  /^(?:eip155:(?:0|[1-9][0-9]{0,15}):0x[0-9a-fA-F]{40}|(?:solana|bip122):[-_a-zA-Z0-9]{1,32}:[a-zA-Z0-9]{14,90})$/

export function formatAccount({ namespace, chain, address }: WrittenAccount): string {
  return `${formatChain({ namespace, chain })}:${address}`
}

export function formatChain({ namespace, chain }: Omit<WrittenAccount, 'address'>): string {
  return `${namespace}:${chain}`
}

/** Undefined for another namespace. Whether chain and address exist is not checked. */
export function parseAccount(text: string): Account | undefined {
  const account = parseAnyAccount(text)
  const namespace = namespaces.find((each) => each === account?.namespace)
  return account && namespace && { ...account, namespace }
}

export function parseAnyAccount(text: string): WrittenAccount | undefined {
  const [, namespace, chain, address] = FORM.exec(text) ?? []
  return namespace && chain && address ? { namespace, chain, address } : undefined
}

const FORM = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/

/** The chain of a contract wallet; undefined for a key-controlled account, which is the same on every chain. */
export function contractChain(text: string): number | undefined {
  const account = parseAccount(text)
  const chainId = account?.namespace === 'eip155' ? Number(account.chain) : 0
  return chainId > 0 ? chainId : undefined
}
