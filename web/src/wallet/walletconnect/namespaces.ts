import { chainNames } from '@countersign/contract/chain-name.ts'
import { formatChain, parseAccount } from '@countersign/contract/family/account.ts'
import { checksumAddress, isHexAddress } from '../evm/checksum-address.ts'
import type { Address } from '../wallet.ts'
import type { Session } from './client.ts'

export type EvmAccount = { address: Address; chainId: number }

const ETHEREUM = 1
const SIGN = 'personal_sign'

/** Requests text signatures only. The wallet chooses the chains: a contract account exists on one only. */
export const optionalNamespaces = {
  eip155: {
    chains: Object.keys(chainNames).map(formatEvmChain),
    methods: [SIGN],
    events: ['accountsChanged', 'chainChanged'],
  },
}

export function formatEvmChain(chainId: number | string): string {
  return formatChain({ namespace: 'eip155', chain: String(chainId) })
}

/** Valid accounts, those on Ethereum first. */
export function readAccounts(namespaces: Session['namespaces']): EvmAccount[] {
  const accounts = Object.values(namespaces).flatMap(({ accounts }) => accounts.flatMap(readAccount))
  return [
    ...accounts.filter(({ chainId }) => chainId === ETHEREUM),
    ...accounts.filter((each) => each.chainId !== ETHEREUM),
  ]
}

export function canSign(namespaces: Session['namespaces']): boolean {
  return Object.values(namespaces).some(
    ({ methods, accounts }) => methods.includes(SIGN) && accounts.flatMap(readAccount).length > 0,
  )
}

/** An address in an event: plain, or in CAIP-10 form. */
export function readAddress(value: unknown): Address[] {
  const address = parseAccount(String(value))?.address ?? String(value)
  return isHexAddress(address) ? [checksumAddress(address)] : []
}

function readAccount(value: string): EvmAccount[] {
  const { namespace, chain, address = '' } = parseAccount(value) ?? {}
  const chainId = Number(chain)
  if (namespace !== 'eip155' || !Number.isSafeInteger(chainId) || chainId < 1) return []
  return readAddress(address).map((address) => ({ address, chainId }))
}
