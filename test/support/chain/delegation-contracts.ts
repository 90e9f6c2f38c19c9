/** The interface of the delegate.xyz registry, version 2, at its address on every chain. */

import { type Address, type Hex, zeroHash } from 'viem'
import { readContract } from './compile-contracts.ts'
import type { ContractClient } from './contract-client.ts'

export const DELEGATE_REGISTRY = '0x00000000000000447e69651d841bD8D104Bed493'

/** `vault` delegates to `wallet`; empty rights include every other right. */
type Delegation = { vault: Address; wallet: Address; rights?: Hex }
/** `enable: false` revokes. */
type Switch = Delegation & { enable?: boolean }

export async function placeDelegateRegistry(client: ContractClient) {
  const contract = await client.placeCode(DELEGATE_REGISTRY, readContract('TestDelegateRegistry'))
  return {
    ...contract,
    delegateAll: ({ vault, wallet, rights = zeroHash, enable = true }: Switch) =>
      contract.write('delegateAll', [wallet, rights, enable], vault),
    delegateContract: ({ vault, wallet, rights = zeroHash, enable = true }: Switch, token: Address) =>
      contract.write('delegateContract', [wallet, token, rights, enable], vault),
    delegateErc721: ({ vault, wallet, rights = zeroHash, enable = true }: Switch, token: Address, tokenId: bigint) =>
      contract.write('delegateERC721', [wallet, token, tokenId, rights, enable], vault),
    /** An amount of 0 revokes. */
    delegateErc20: ({ vault, wallet, rights = zeroHash }: Delegation, token: Address, amount: bigint) =>
      contract.write('delegateERC20', [wallet, token, rights, amount], vault),
    /** An amount of 0 revokes. */
    delegateErc1155: (
      { vault, wallet, rights = zeroHash }: Delegation,
      { token, tokenId, amount }: { token: Address; tokenId: bigint; amount: bigint },
    ) => contract.write('delegateERC1155', [wallet, token, tokenId, rights, amount], vault),
    checkAll: (wallet: Address, vault: Address, rights: Hex = zeroHash) =>
      contract.read<boolean>('checkDelegateForAll', [wallet, vault, rights]),
  }
}
