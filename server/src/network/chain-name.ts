const NAMES = new Map([
  [1, 'Ethereum'],
  [10, 'OP Mainnet'],
  [56, 'BNB Smart Chain'],
  [100, 'Gnosis'],
  [137, 'Polygon'],
  [324, 'ZKsync Era'],
  [8453, 'Base'],
  [42_161, 'Arbitrum One'],
  [59_144, 'Linea'],
  [84_532, 'Base Sepolia'],
  [11_155_111, 'Sepolia'],
])

/** What a network of the environment is called: it has no name of its own. */
export function chainName(chainId: number): string {
  return NAMES.get(chainId) ?? `Chain ${chainId}`
}
