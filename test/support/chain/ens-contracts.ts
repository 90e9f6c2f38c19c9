/** ENS at its addresses on Ethereum mainnet. Reach it through `startFaultyNode(url, { chainId: 1 })`. */

import { type Address, labelhash, namehash } from 'viem'
import { readContract } from './compile-contracts.ts'
import type { ContractClient } from './contract-client.ts'

export const ENS_ADDRESSES = {
  registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  registrar: '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85',
  wrapper: '0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401',
  resolver: '0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63',
  universalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
} as const

const YEAR_SECONDS = 365 * 24 * 60 * 60
const CANNOT_UNWRAP = 1
const PARENT_CANNOT_CONTROL = 1 << 16
const IS_DOT_ETH = 1 << 17

export async function placeEns(client: ContractClient) {
  const [registry, registrar, wrapper, resolver, universalResolver] = await Promise.all([
    client.placeCode(ENS_ADDRESSES.registry, readContract('TestEnsRegistry')),
    client.placeCode(ENS_ADDRESSES.registrar, readContract('TestEnsRegistrar')),
    client.placeCode(ENS_ADDRESSES.wrapper, readContract('TestNameWrapper')),
    client.placeCode(ENS_ADDRESSES.resolver, readContract('TestEnsResolver')),
    client.placeCode(ENS_ADDRESSES.universalResolver, readContract('TestUniversalResolver')),
  ])
  const tokenId = (name: string) => BigInt(labelhash(name.replace(/\.eth$/, '')))
  function createName(name: string, owner: Address) {
    const [label = '', ...parent] = name.split('.')
    return registry.write('setSubnodeOwner', [namehash(parent.join('.')), labelhash(label), owner])
  }

  async function wrap(name: string, owner: Address, { fuses, seconds }: { fuses: number; seconds: number }) {
    await createName(name, wrapper.address)
    const expiry = (await client.getTimestamp()) + BigInt(seconds)
    await wrapper.write('wrapName', [namehash(name), owner, fuses, expiry])
  }

  return {
    registry,
    registrar,
    wrapper,
    resolver,
    universalResolver,

    /** Registers a second-level .eth name. */
    async register(name: string, owner: Address, seconds = YEAR_SECONDS): Promise<void> {
      await registrar.write('register', [tokenId(name), owner, BigInt(seconds)])
      await createName(name, owner)
    },

    /** A second-level .eth name that the wrapper holds for its owner; the fuses are those of the real wrapper. */
    async registerWrapped(name: string, owner: Address, seconds = YEAR_SECONDS): Promise<void> {
      await registrar.write('register', [tokenId(name), wrapper.address, BigInt(seconds)])
      await wrap(name, owner, { fuses: PARENT_CANNOT_CONTROL | IS_DOT_ETH, seconds })
    },

    /** One that its owner can no longer unwrap. */
    async registerLocked(name: string, owner: Address, seconds = YEAR_SECONDS): Promise<void> {
      await registrar.write('register', [tokenId(name), wrapper.address, BigInt(seconds)])
      await wrap(name, owner, { fuses: CANNOT_UNWRAP | PARENT_CANNOT_CONTROL | IS_DOT_ETH, seconds })
    },

    /** A wrapped subname that the owner of its parent does not control. */
    createEmancipated: (name: string, owner: Address, seconds = YEAR_SECONDS) =>
      wrap(name, owner, { fuses: PARENT_CANNOT_CONTROL, seconds }),

    /** A subname, or a name of another top-level domain, which has no registrar here. */
    createName,
    setResolver: (name: string, address: Address) => registry.write('setResolver', [namehash(name), address]),
    deployOffchainResolver: () => client.deploy('TestOffchainResolver'),
    setOwner: (name: string, owner: Address) => registry.write('setOwner', [namehash(name), owner]),

    transfer: (from: Address, to: Address, name: string) =>
      registrar.write('transferFrom', [from, to, tokenId(name)], from),
    transferWrapped: (from: Address, to: Address, name: string) =>
      wrapper.write('safeTransferFrom', [from, to, BigInt(namehash(name)), 1n, '0x'], from),

    /** Sets both records: the name of the address, and the address of the name. */
    async setPrimaryName(address: Address, name: string, resolvesTo: Address = address): Promise<void> {
      const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
      await registry.write('setResolver', [reverse, resolver.address])
      await resolver.write('setName', [reverse, name])
      await registry.write('setResolver', [namehash(name), resolver.address])
      await resolver.write('setAddr', [namehash(name), resolvesTo])
    },
  }
}
