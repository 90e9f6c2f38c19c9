import { chainNames } from '@countersign/contract/chain-name.ts'

/** What a network of the environment is called: it has no name of its own. */
export function chainName(chainId: number): string {
  return chainNames[chainId] ?? `Chain ${chainId}`
}
