/** Contracts that grant something to an address: roles, Safe owners, hats, keys of a lock, POAPs. */

import { type Address, type Hex, keccak256, pad, toHex, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { ContractClient } from './contract-client.ts'
import { readArtifact } from './hardhat-chain.ts'

/** The id of a role of AccessControl. */
export const roleId = (name: string): Hex => keccak256(toHex(name))

const YEAR_SECONDS = 365 * 24 * 60 * 60

type SafeFactory = { safe(owner: PrivateKeyAccount): Promise<Address> }

export function createAccessContracts(client: ContractClient, factory: SafeFactory) {
  return {
    async accessControl() {
      const contract = await client.deploy('TestAccessControl', [await client.getPayer()])
      return {
        ...contract,
        grantRole: (role: Hex, account: Address) => contract.write('grantRole', [role, account]),
        revokeRole: (role: Hex, account: Address) => contract.write('revokeRole', [role, account]),
        hasRole: (role: Hex, account: Address) => contract.read<boolean>('hasRole', [role, account]),
      }
    },

    /** With `delay`, a role counts only after that many seconds. */
    async accessManager() {
      const contract = await client.deploy('TestAccessManager', [await client.getPayer()])
      return {
        ...contract,
        grantRole: (role: bigint, account: Address, executionDelay = 0) =>
          contract.write('grantRole', [role, account, executionDelay]),
        revokeRole: (role: bigint, account: Address) => contract.write('revokeRole', [role, account]),
        setGrantDelay: (role: bigint, seconds: number) => contract.write('setGrantDelay', [role, seconds]),
        hasRole: (role: bigint, account: Address) => contract.read<[boolean, number]>('hasRole', [role, account]),
      }
    },

    /** A real Safe; changes of its owners are sent by the Safe itself. */
    async safe(owner: PrivateKeyAccount) {
      const contract = client.handleOf(await factory.safe(owner), readArtifact('safe').abi)
      const { address } = contract
      return {
        ...contract,
        addOwner: (added: Address) => contract.write('addOwnerWithThreshold', [added, 1n], address),
        async removeOwner(removed: Address) {
          const owners = await contract.read<Address[]>('getOwners')
          const index = owners.findIndex((each) => each.toLowerCase() === removed.toLowerCase())
          const previous = owners[index - 1] ?? pad('0x01', { size: 20 })
          return contract.write('removeOwner', [previous, removed, 1n], address)
        },
        isOwner: (account: Address) => contract.read<boolean>('isOwner', [account]),
      }
    },

    /** The interface of Hats Protocol, with its rules for eligibility. */
    async hats() {
      const contract = await client.deploy('TestHats')
      return {
        ...contract,
        mintHat: (hatId: bigint, wearer: Address) => contract.write('mintHat', [hatId, wearer]),
        transferHat: (hatId: bigint, from: Address, to: Address) => contract.write('transferHat', [hatId, from, to]),
        setActive: (hatId: bigint, active: boolean) => contract.write('setHatStatus', [hatId, active]),
        setWearerStatus: (hatId: bigint, wearer: Address, status: { eligible: boolean; standing: boolean }) =>
          contract.write('setHatWearerStatus', [hatId, wearer, status.eligible, status.standing]),
        /** A contract that decides who may wear the hat; it may be hostile. */
        setEligibility: (hatId: bigint, module: Address) => contract.write('changeHatEligibility', [hatId, module]),
        isWearerOfHat: (user: Address, hatId: bigint) => contract.read<boolean>('isWearerOfHat', [user, hatId]),
      }
    },

    /** The interface of an Unlock lock. */
    async lock() {
      const contract = await client.deploy('TestLock')
      return {
        ...contract,
        async grantKey(to: Address, expires?: bigint): Promise<bigint> {
          const until = expires ?? (await client.getTimestamp()) + BigInt(YEAR_SECONDS)
          await contract.write('grantKeys', [[to], [until], [zeroAddress]])
          return contract.read<bigint>('totalSupply')
        },
        expireKey: (tokenId: bigint) => contract.write('expireAndRefundFor', [tokenId, 0n]),
        transfer: (from: Address, to: Address, tokenId: bigint) =>
          contract.write('transferFrom', [from, to, tokenId], from),
        getHasValidKey: (owner: Address) => contract.read<boolean>('getHasValidKey', [owner]),
      }
    },

    async poap() {
      const contract = await client.deploy('TestPoap')
      return {
        ...contract,
        /** Returns the id of the token. */
        async mint(eventId: bigint, to: Address): Promise<bigint> {
          await contract.write('mintToken', [eventId, to])
          const count = await contract.read<bigint>('totalSupply')
          return contract.read<bigint>('tokenByIndex', [count - 1n])
        },
        transfer: (from: Address, to: Address, tokenId: bigint) =>
          contract.write('transferFrom', [from, to, tokenId], from),
        burn: (tokenId: bigint) => contract.write('burn', [tokenId]),
        balanceOf: (owner: Address) => contract.read<bigint>('balanceOf', [owner]),
        /** The token and its event. */
        detailsAt: (owner: Address, index: bigint) =>
          contract.read<[bigint, bigint]>('tokenDetailsOfOwnerByIndex', [owner, index]),
      }
    },
  }
}
