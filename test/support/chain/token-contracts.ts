/** Tokens of OpenZeppelin: anybody may mint, and holders transfer without a key. */

import { type Address, encodeFunctionData, parseEther } from 'viem'
import type { Contract, ContractClient } from './contract-client.ts'

export type Erc20 = Awaited<ReturnType<ReturnType<typeof createTokenContracts>['erc20']>>
export type Erc721 = Awaited<ReturnType<ReturnType<typeof createTokenContracts>['erc721']>>
export type Erc1155 = Awaited<ReturnType<ReturnType<typeof createTokenContracts>['erc1155']>>

/** Per transaction, within the gas of a block. */
const HOLDERS_PER_TRANSACTION = 250

export function createTokenContracts(client: ContractClient) {
  return {
    erc20: async ({ name = 'Test Coin', symbol = 'TST', decimals = 18 } = {}) =>
      erc20Of(await client.deploy('TestErc20', [name, symbol, decimals])),

    async erc721({ name = 'Test Cats', symbol = 'CAT' } = {}) {
      const contract = await client.deploy('TestErc721', [name, symbol])
      return {
        ...erc721Of(contract),
        /** One token for each address, with ids in their order. */
        mintEach: (to: readonly Address[], firstId = 1n) =>
          sendInBatches(to, (batch, start) => contract.write('mintEach', [batch, firstId + BigInt(start)])),
      }
    },

    erc721Enumerable: async ({ name = 'Listed Cats', symbol = 'LCAT' } = {}) =>
      erc721Of(await client.deploy('TestErc721Enumerable', [name, symbol])),

    async erc1155() {
      const contract = await client.deploy('TestErc1155')
      return {
        ...contract,
        mint: (to: Address, id: bigint, amount = 1n) => contract.write('mint', [to, id, amount]),
        mintBatch: (to: Address, ids: bigint[], amounts: bigint[]) => contract.write('mintBatch', [to, ids, amounts]),
        mintEach: (to: readonly Address[], id: bigint, amount = 1n) =>
          sendInBatches(to, (batch) => contract.write('mintEach', [batch, id, amount])),
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

    /** Sends the native token to each address. */
    async fundEach(to: readonly Address[], amount = 1n) {
      const contract = await client.deploy('Distributor')
      await client.setBalance(contract.address, amount * BigInt(to.length))
      await sendInBatches(to, (batch) => contract.write('sendEach', [batch, amount]))
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

async function sendInBatches(
  to: readonly Address[],
  send: (batch: readonly Address[], start: number) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < to.length; start += HOLDERS_PER_TRANSACTION)
    await send(to.slice(start, start + HOLDERS_PER_TRANSACTION), start)
}

function erc20Of(contract: Contract) {
  return {
    ...contract,
    mint: (to: Address, amount = parseEther('1')) => contract.write('mint', [to, amount]),
    mintEach: (to: readonly Address[], amount = parseEther('1')) =>
      sendInBatches(to, (batch) => contract.write('mintEach', [batch, amount])),
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
