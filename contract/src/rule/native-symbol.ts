import { chainNames } from '../chain-name.ts'

/** Native currencies, all with 18 decimals, of the well-known networks that do not use ETH. */
const symbols: Record<number, string> = { 56: 'BNB', 100: 'xDAI', 137: 'POL' }

export const NATIVE_DECIMALS = 18

/** Undefined for a network that is not known here. */
export function nativeSymbol(chainId: number): string | undefined {
  return symbols[chainId] ?? (chainId in chainNames ? 'ETH' : undefined)
}
