import { chainNames } from '@countersign/contract/chain-name.ts'

/** Networks from the environment have no name of their own. */
export function chainName(chainId: number): string {
  return chainNames[chainId] ?? `Chain ${chainId}`
}
