import { chainNames } from '@countersign/contract/chain-name.ts'
import { type Address, getAddress, isAddress } from 'viem'
import type { Account } from '../wallet.ts'

const ETHEREUM = 1
const SIGN = 'personal_sign'

/** What is asked of the wallet: to sign a text. Every chain is its choice; a contract account lives on one only. */
export const wanted = {
  eip155: {
    chains: Object.keys(chainNames).map((chainId) => `eip155:${chainId}`),
    methods: [SIGN],
    events: ['accountsChanged', 'chainChanged'],
  },
}

export type Namespaces = Record<string, { accounts: string[]; methods: string[] }>

/** Every account a wallet shares, those on Ethereum first. What is no account is left out. */
export function accountsIn(namespaces: Namespaces): Account[] {
  const accounts = Object.values(namespaces).flatMap(({ accounts }) => accounts.flatMap(readAccount))
  return [...accounts.filter(({ chainId }) => chainId === ETHEREUM), ...accounts.filter((each) => each.chainId !== 1)]
}

export function canSign(namespaces: Namespaces): boolean {
  const able = Object.values(namespaces).filter(({ methods }) => methods.includes(SIGN))
  return able.some(({ accounts }) => accounts.flatMap(readAccount).length > 0)
}

/** An address as wallets send it with an event: plain, or with its chain before it. */
export function readAddress(value: unknown): Address[] {
  const last = String(value).split(':').at(-1) ?? ''
  return isAddress(last, { strict: false }) ? [getAddress(last)] : []
}

/** CAIP-10: `eip155:1:0x…`. */
function readAccount(value: string): Account[] {
  const [namespace, reference = '', ...rest] = value.split(':')
  const chainId = Number(reference)
  if (namespace !== 'eip155' || rest.length !== 1 || !Number.isSafeInteger(chainId) || chainId < 1) return []
  return readAddress(rest[0]).map((address) => ({ address, chainId }))
}
