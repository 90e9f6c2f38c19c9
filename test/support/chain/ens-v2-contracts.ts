/** ENSv2 beside the ENSv1 of `placeEns`, and the migration of names from one to the other. */

import { type Address, encodeAbiParameters, type Hex, labelhash, namehash, parseAbiParameters, zeroAddress } from 'viem'
import { readContract } from './compile-contracts.ts'
import type { Contract, ContractClient } from './contract-client.ts'
import { ENS_ADDRESSES, type placeEns } from './ens-contracts.ts'

const BONUS_SECONDS = 62n * 24n * 60n * 60n
const FOREVER = 2n ** 64n - 1n

export type EnsV2 = Awaited<ReturnType<typeof deployEnsV2>>

type To = { owner: Address; subregistry?: Address }

export async function deployEnsV2(client: ContractClient, ens: Awaited<ReturnType<typeof placeEns>>) {
  const [root, eth, graveyard] = await Promise.all([
    client.deploy('TestNameRegistry'),
    client.deploy('TestNameRegistry'),
    client.deploy('TestGraveyard'),
  ])
  const deployController = (isForLocked: boolean) =>
    client.deploy('TestMigrationController', [eth.address, graveyard.address, isForLocked])
  const [unlocked, locked] = await Promise.all([deployController(false), deployController(true)])
  await root.write('register', ['eth', graveyard.address, eth.address, zeroAddress, 0n, FOREVER])

  const labelOf = (name: string) => name.split('.')[0] ?? ''
  const idOf = (name: string) => BigInt(labelhash(labelOf(name)))
  const migrationOf = (name: string, { owner, subregistry = zeroAddress }: To): Hex =>
    encodeAbiParameters(parseAbiParameters('(string, address, address, address)'), [
      [labelOf(name), owner, subregistry, zeroAddress],
    ])
  const give = (name: string, from: Address, to: Address, data: Hex) =>
    ens.registrar.write('safeTransferFrom', [from, to, idOf(name), data], from)
  const giveWrapped = (name: string, from: Address, to: Address, data: Hex) =>
    ens.wrapper.write('safeTransferFrom', [from, to, BigInt(namehash(name)), 1n, data], from)
  const registryAt = (address: Address): Contract => client.handleOf(address, eth.abi)

  return {
    eth,
    graveyard,
    /** The registry of a name, for its subnames. */
    registryOf: async (name: string) => registryAt(await eth.read<Address>('getSubregistry', [labelOf(name)])),
    deployRegistry: () => client.deploy('TestNameRegistry'),

    /** From here on, the Universal Resolver serves ENSv2. */
    async switchResolver(): Promise<void> {
      const resolver = await client.placeCode(ENS_ADDRESSES.universalResolver, readContract('TestUniversalResolverV2'))
      await resolver.write('setRoot', [root.address])
    },

    /** Holds a name of ENSv1 for its owner, until some time after its expiry. */
    async reserve(name: string): Promise<void> {
      const expires = await ens.registrar.read<bigint>('nameExpires', [idOf(name)])
      await eth.write('register', [labelOf(name), zeroAddress, zeroAddress, zeroAddress, 0n, expires + BONUS_SECONDS])
    },
    migrate: (name: string, from: Address, to: To) => give(name, from, unlocked.address, migrationOf(name, to)),
    migrateUnlocked: (name: string, from: Address, to: To) =>
      giveWrapped(name, from, unlocked.address, migrationOf(name, to)),
    migrateLocked: (name: string, from: Address, to: To) =>
      giveWrapped(name, from, locked.address, migrationOf(name, to)),
    /** Hands over the token of ENSv1, and does not register the name yet. */
    beginMigration: (name: string, from: Address) => give(name, from, unlocked.address, '0x'),

    /** A name that has never been in ENSv1, or a subname. */
    register: (registry: Contract, name: string, owner: Address, expires = FOREVER) =>
      registry.write('register', [labelOf(name), owner, zeroAddress, zeroAddress, 0n, expires]),
    renew: (name: string, expires: bigint) => eth.write('renew', [idOf(name), expires]),
    async transfer(registry: Contract, from: Address, to: Address, name: string): Promise<void> {
      const { tokenId } = await registry.read<{ tokenId: bigint }>('getState', [idOf(name)])
      await registry.write('safeTransferFrom', [from, to, tokenId, 1n, '0x'], from)
    },
    setSubregistry: (name: string, address: Address) => eth.write('setSubregistry', [idOf(name), address]),
    /** The Graveyard takes a name that expired in ENSv1. */
    clear: (name: string) => graveyard.write('clear', [labelOf(name)]),
  }
}
