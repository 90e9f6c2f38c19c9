/** Tokens of OpenZeppelin: anybody may mint, and holders transfer without a key. */

import { type Address, encodeFunctionData, parseEther } from 'viem'
import type { Contract, ContractClient } from './contract-client.ts'

export type Erc20 = Awaited<ReturnType<ReturnType<typeof createTokenContracts>['erc20']>>
export type Erc721 = Awaited<ReturnType<ReturnType<typeof createTokenContracts>['erc721']>>
export type Erc1155 = Awaited<ReturnType<ReturnType<typeof createTokenContracts>['erc1155']>>

export function createTokenContracts(client: ContractClient) {
  return {
    erc20: async ({ name = 'Test Coin', symbol = 'TST', decimals = 18 } = {}) =>
      erc20Of(await client.deploy('TestErc20', [name, symbol, decimals])),

    erc721: async ({ name = 'Test Cats', symbol = 'CAT' } = {}) =>
      erc721Of(await client.deploy('TestErc721', [name, symbol])),

    erc721Enumerable: async ({ name = 'Listed Cats', symbol = 'LCAT' } = {}) =>
      erc721Of(await client.deploy('TestErc721Enumerable', [name, symbol])),

    async erc1155() {
      const contract = await client.deploy('TestErc1155')
      return {
        ...contract,
        mint: (to: Address, id: bigint, amount = 1n) => contract.write('mint', [to, id, amount]),
        mintBatch: (to: Address, ids: bigint[], amounts: bigint[]) => contract.write('mintBatch', [to, ids, amounts]),
        transfer: (from: Address, to: Address, id: bigint, amount = 1n) =>
          contract.write('safeTransferFrom', [from, to, id, amount, '0x'], from),
        burn: (from: Address, id: bigint, amount = 1n) => contract.write('burn', [from, id, amount]),
        balanceOf: (holder: Address, id: bigint) => contract.read<bigint>('balanceOf', [holder, id]),
      }
    },

    /** OpenZeppelin's ERC20Votes: tokens count once their holder delegated the votes. */
    async votes() {
      const contract = await client.deploy('TestVotes')
      return {
        ...contract,
        mint: (to: Address, amount: bigint) => contract.write('mint', [to, amount]),
        delegate: (from: Address, to: Address) => contract.write('delegate', [to], from),
        transfer: (from: Address, to: Address, amount: bigint) => contract.write('transfer', [to, amount], from),
        getVotes: (holder: Address) => contract.read<bigint>('getVotes', [holder]),
      }
    },

    /** An ERC-20 behind an ERC-1967 proxy. */
    async upgradeableToken() {
      const first = await client.deploy('UpgradeableToken')
      const args = [await client.getPayer()]
      const data = encodeFunctionData({ abi: first.abi, functionName: 'initialize', args })
      const proxy = await client.deploy('TestProxy', [first.address, data])
      const contract = client.handleOf(proxy.address, first.abi)
      async function upgradeTo(name: string) {
        const next = await client.deploy(name)
        await contract.write('upgradeToAndCall', [next.address, '0x'])
        return next.address
      }
      return {
        ...contract,
        implementation: first.address,
        mint: (to: Address, amount: bigint) => contract.write('mint', [to, amount]),
        balanceOf: (holder: Address) => contract.read<bigint>('balanceOf', [holder]),
        /** From then on every address has a balance. */
        upgradeToGenerous: () => upgradeTo('GenerousToken'),
        /** From then on `balanceOf` reverts. */
        upgradeToPaused: () => upgradeTo('PausedToken'),
      }
    },
  }
}

function erc20Of(contract: Contract) {
  return {
    ...contract,
    mint: (to: Address, amount = parseEther('1')) => contract.write('mint', [to, amount]),
    transfer: (from: Address, to: Address, amount: bigint) => contract.write('transfer', [to, amount], from),
    burn: (from: Address, amount: bigint) => contract.write('burn', [from, amount]),
    balanceOf: (holder: Address, blockNumber?: bigint) => contract.read<bigint>('balanceOf', [holder], blockNumber),
  }
}

function erc721Of(contract: Contract) {
  return {
    ...contract,
    mint: (to: Address, tokenId: bigint) => contract.write('mint', [to, tokenId]),
    transfer: (from: Address, to: Address, tokenId: bigint) =>
      contract.write('transferFrom', [from, to, tokenId], from),
    burn: (tokenId: bigint) => contract.write('burn', [tokenId]),
    balanceOf: (holder: Address, blockNumber?: bigint) => contract.read<bigint>('balanceOf', [holder], blockNumber),
    ownerOf: (tokenId: bigint) => contract.read<Address>('ownerOf', [tokenId]),
  }
}
