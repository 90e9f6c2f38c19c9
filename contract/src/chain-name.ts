export const chainNames: Record<number, string> = {
  1: 'Ethereum',
  8453: 'Base',
  10: 'Optimism',
  42161: 'Arbitrum One',
  137: 'Polygon',
  100: 'Gnosis',
  56: 'BNB Smart Chain',
  324: 'ZKsync Era',
  59144: 'Linea',
  11155111: 'Sepolia',
  84532: 'Base Sepolia',
}

export function chainName(chainId: number): string {
  return chainNames[chainId] ?? `chain ${chainId}`
}
