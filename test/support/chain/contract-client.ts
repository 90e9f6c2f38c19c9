/** Deploys contracts on the test chain, calls them as any address, and controls blocks and time. */

import { type Abi, type Address, type Hex, parseEther, type TransactionReceipt } from 'viem'
import { type CompiledContract, readContract } from './compile-contracts.ts'
import { type Artifact, type ChainClient, clientAt } from './hardhat-chain.ts'

export type Contract = {
  address: Address
  abi: Abi
  /** Calls a view function, at a block or at the latest one. */
  read<T>(name: string, args?: readonly unknown[], blockNumber?: bigint): Promise<T>
  /** Sends a transaction from `from`, which may be any address. Waits for its block unless automine is off. */
  write(name: string, args?: readonly unknown[], from?: Address): Promise<Written>
}

/** The receipt is undefined while automine is off. */
export type Written = { hash: Hex; receipt: TransactionReceipt | undefined }

/** Spares the chain an estimate, which takes longer than the transaction. Of a block, it leaves room for few others. */
const GAS = 15_000_000n

export type ContractClient = ReturnType<typeof createContractClient>

export function createContractClient(chain: { url: string }) {
  const client = clientAt(chain.url)
  const sender = createSender(client)
  let payer: Promise<Address> | undefined

  /** The funded account that deploys, and sends where no other sender is named. */
  function getPayer(): Promise<Address> {
    payer ??= client.getAddresses().then(([first]) => {
      if (!first) throw new Error('The chain has no accounts')
      return first
    })
    return payer
  }

  function handleOf(address: Address, abi: Abi): Contract {
    return {
      address,
      abi,
      async read<T>(functionName: string, args: readonly unknown[] = [], blockNumber?: bigint) {
        const at = blockNumber === undefined ? {} : { blockNumber }
        return (await client.readContract({ address, abi, functionName, args, ...at })) as T // the test names the type
      },
      write: async (functionName, args = [], from) =>
        sender.send(from ?? (await getPayer()), { address, abi, functionName, args }),
    }
  }

  async function deployArtifact({ abi, bytecode }: Artifact, args: readonly unknown[] = []): Promise<Contract> {
    const hash = await client.deployContract({ abi, bytecode, args, account: await getPayer(), gas: GAS })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error('The contract was not deployed')
    return handleOf(contractAddress, abi)
  }

  return {
    getPayer,
    handleOf,
    deployArtifact,
    /** A contract of test/chain/contracts. */
    deploy: (name: string, args: readonly unknown[] = []) => deployArtifact(readContract(name), args),
    /** Puts the code at an address that it has on a real chain; its constructor does not run. */
    async placeCode(address: Address, { abi, deployedBytecode }: CompiledContract): Promise<Contract> {
      await client.setCode({ address, bytecode: deployedBytecode })
      return handleOf(address, abi)
    },
    /** Replaces a contract by another one. */
    async copyCode(from: Address, to: Address): Promise<void> {
      await client.setCode({ address: to, bytecode: (await client.getCode({ address: from })) ?? '0x' })
    },
    removeCode: (address: Address) => client.setCode({ address, bytecode: '0x' }),
    setBalance: (address: Address, value: bigint) => client.setBalance({ address, value }),
    mine: (blocks = 1) => client.mine({ blocks }),
    setAutomine: sender.setAutomine,
    /** Mines a block this many seconds later. */
    async increaseTime(seconds: number): Promise<void> {
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
    },
    /** `restore` returns to it, as a reorganization does. */
    takeSnapshot: () => client.snapshot(),
    restore: (id: Hex) => client.revert({ id }),
    getBlockNumber: () => client.getBlockNumber({ cacheTime: 0 }),
    getTimestamp: async () => (await client.getBlock()).timestamp,
  }
}

type Call = { address: Address; abi: Abi; functionName: string; args: readonly unknown[] }

function createSender(client: ChainClient) {
  const prepared = new Map<Address, Promise<void>>()
  let automine = true

  /** Contracts and addresses without a key can send as well. */
  function prepare(from: Address): Promise<void> {
    const known = prepared.get(from)
    if (known) return known
    const work = client.impersonateAccount({ address: from }).then(async () => {
      if ((await client.getBalance({ address: from })) < parseEther('1'))
        await client.setBalance({ address: from, value: parseEther('10') })
    })
    prepared.set(from, work)
    return work
  }

  return {
    async send(from: Address, call: Call): Promise<Written> {
      await prepare(from)
      const hash = await client.writeContract({ account: from, ...call, ...(automine ? { gas: GAS } : {}) })
      if (!automine) return { hash, receipt: undefined }
      const receipt = await client.waitForTransactionReceipt({ hash })
      if (receipt.status !== 'success') throw new Error(`${call.functionName} reverted`)
      return { hash, receipt }
    },
    /** When off, transactions wait for `mine`. */
    async setAutomine(enabled: boolean): Promise<void> {
      automine = enabled
      await client.setAutomine(enabled)
    },
  }
}
