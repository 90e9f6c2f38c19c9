/**
 * Contracts for tests of rules, each deployed when a test asks for it. OpenZeppelin, Safe and EAS are the real ones; Hats,
 * Unlock, POAP, delegate.xyz and ENS are contracts of ours with the same interface.
 */

import { createAccessContracts } from './access-contracts.ts'
import { deployAttestationService } from './attestation-contracts.ts'
import { createContractClient } from './contract-client.ts'
import { placeDelegateRegistry } from './delegation-contracts.ts'
import { placeEns } from './ens-contracts.ts'
import { deployEnsV2 } from './ens-v2-contracts.ts'
import type { Chain } from './hardhat-chain.ts'
import { createHostileContracts } from './hostile-contracts.ts'
import { createTokenContracts } from './token-contracts.ts'

export type RuleContracts = ReturnType<typeof deployRuleContracts>

/** Every call deploys another contract; those with fixed addresses are placed once. */
export function deployRuleContracts(chain: Pick<Chain, 'url' | 'safe'>) {
  const client = createContractClient(chain)
  let registry: ReturnType<typeof placeDelegateRegistry> | undefined
  let ens: ReturnType<typeof placeEns> | undefined
  return {
    ...createTokenContracts(client),
    ...createAccessContracts(client, chain),
    eas: () => deployAttestationService(client),
    delegateRegistry() {
      registry ??= placeDelegateRegistry(client)
      return registry
    },
    ens() {
      ens ??= placeEns(client)
      return ens
    },
    async ensV2() {
      ens ??= placeEns(client)
      return deployEnsV2(client, await ens)
    },
    hostile: createHostileContracts(client),
    copyCode: client.copyCode,
    removeCode: client.removeCode,
    setBalance: client.setBalance,
    mine: client.mine,
    setAutomine: client.setAutomine,
    increaseTime: client.increaseTime,
    takeSnapshot: client.takeSnapshot,
    restore: client.restore,
    getBlockNumber: client.getBlockNumber,
    getTimestamp: client.getTimestamp,
  }
}
