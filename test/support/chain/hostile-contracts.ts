/** Contracts that answer wrongly, or not at all. */

import type { Address } from 'viem'
import type { ContractClient } from './contract-client.ts'

export function createHostileContracts(client: ContractClient) {
  const deployAt = async (name: string, args: readonly unknown[] = []): Promise<Address> =>
    (await client.deploy(name, args)).address

  return {
    revertsAlways: () => deployAt('RevertsAlways'),
    /** Consumes all gas at once. */
    burnsGas: () => deployAt('BurnsGas'),
    loopsForever: () => deployAt('LoopsForever'),
    answersNothing: () => deployAt('AnswersNothing'),
    /** Returns this many bytes. One megabyte costs 2.2 million gas, 100 kB costs 30,000. */
    answersBytes: (size: number) => deployAt('AnswersBytes', [BigInt(size), false]),
    revertsWithBytes: (size: number) => deployAt('AnswersBytes', [BigInt(size), true]),
    /** For a bool that is 2, or an address with more than 20 bytes. */
    answersWord: (word: bigint) => deployAt('AnswersWord', [word]),
    /** Shows at which block a node answered. */
    answersBlockNumber: () => deployAt('AnswersBlockNumber'),
    /** Claims every interface, with a long name, a symbol of markup and too many decimals. */
    hostileToken: (nameLength = 100_000) => deployAt('HostileToken', [BigInt(nameLength)]),
    malformedName: () => deployAt('MalformedName'),
    /** An address whose contract destroyed itself. */
    async destroyed(): Promise<Address> {
      const contract = await client.deploy('DestroysContract')
      return contract.read<Address>('destroyed')
    },
  }
}
