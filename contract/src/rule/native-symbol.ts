/** Symbols of the native currencies of well-known networks. All have 18 decimals. */
const symbols: Record<number, string> = {
  1: 'ETH',
  10: 'ETH',
  56: 'BNB',
  100: 'xDAI',
  137: 'POL',
  324: 'ETH',
  8453: 'ETH',
  42161: 'ETH',
  59144: 'ETH',
  84532: 'ETH',
  11155111: 'ETH',
}

export const NATIVE_DECIMALS = 18

/** Undefined for a network that is not known here. */
export function nativeSymbol(chainId: number): string | undefined {
  return symbols[chainId]
}
