/** ENS names on Ethereum mainnet. Off-chain names (CCIP-Read) cannot be checked. */

import {
  decodePrimaryName,
  decodeResolvedAddress,
  encodeResolve,
  encodeReverse,
  meansNoName,
  namehash,
  UNIVERSAL_RESOLVER,
} from '../../networks/rpc/ens.ts'
import { keccak256 } from '../../platform/crypto/hash.ts'
import type { MeasureResult } from '../evaluation/measure-result.ts'
import { decodeAddress, decodeNumber } from './abi.ts'
import {
  asMet,
  type Found,
  findByCall,
  findByCallOrRevert,
  type Kind,
  type Measurement,
  mapFound,
  meetsAny,
} from './look-up.ts'

export const ENS_REGISTRY = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
/** Owns names directly below .eth as ERC-721 tokens until they expire. */
export const ENS_REGISTRAR = '0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85'
/** Owns wrapped names, and issues ERC-1155 tokens for them. */
export const ENS_WRAPPER = '0xd4416b13d2b3a9abae7acd5d6c2bbdbe25686401'

/** `owner(bytes32)` of the registry. */
const OWNER = '0x02571be3'
/** `ownerOf(uint256)` of registrar and wrapper, `nameExpires(uint256)` of the registrar. */
const [OWNER_OF, NAME_EXPIRES] = ['0x6352211e', '0xd6e4fa86']

export function measureEnsName(measurement: Measurement, { names, subnames }: Kind<'ens_name'>): MeasureResult {
  if (subnames) return asMet(findSubname(measurement, names))
  return meetsAny(names.map((name) => ownsName(measurement, name)))
}

function ownsName(measurement: Measurement, name: string): Found<boolean> {
  const labels = name.split('.')
  const isEth = labels.at(-1) === 'eth'
  if (isEth && labels.length === 2) return ownsEthName(measurement, labels[0] ?? '', name)
  const owner = findByCall(measurement, { to: ENS_REGISTRY, selector: OWNER, values: [nodeOf(name)] }, decodeAddress)
  const owned = isOwned(measurement, owner, name)
  if (!isEth || owned.kind !== 'found' || !owned.value) return owned
  // The registry keeps subnames of expired names.
  const parent = { to: ENS_REGISTRAR, selector: NAME_EXPIRES, values: [labelHash(labels.at(-2) ?? '')] }
  const expires = findByCall(measurement, parent, decodeNumber)
  if (expires.kind !== 'found') return expires
  return { ...owned, value: expires.value * 1000n > measurement.options.now }
}

/** The registrar's `ownerOf` reverts for names that are free or expired. */
function ownsEthName(measurement: Measurement, label: string, name: string): Found<boolean> {
  const call = { to: ENS_REGISTRAR, selector: OWNER_OF, values: [labelHash(label)] }
  return isOwned(measurement, findByCallOrRevert(measurement, call, decodeAddress), name)
}

function isOwned(measurement: Measurement, owner: Found<string | null>, name: string): Found<boolean> {
  const isHolder = (address: string | null) => address === measurement.holder.address
  if (owner.kind !== 'found' || owner.value !== ENS_WRAPPER) return mapFound(owner, isHolder)
  const call = { to: ENS_WRAPPER, selector: OWNER_OF, values: [nodeOf(name)] }
  return mapFound(findByCall(measurement, call, decodeAddress), isHolder)
}

/** The primary name must end with one of the names, and resolve back to the address. */
function findSubname(measurement: Measurement, names: readonly string[]): Found<boolean> {
  const { address } = measurement.holder
  const name = askResolver(measurement, encodeReverse(address), decodePrimaryName)
  if (name.kind !== 'found') return name
  // Only the owner of a name can create names below it, so the rest of the name need not be normalized.
  const isBelow = name.value && isWellFormed(name.value) && names.some((each) => name.value?.endsWith(`.${each}`))
  if (!isBelow) return { ...name, value: false }
  const resolved = askResolver(measurement, encodeResolve(name.value ?? ''), decodeResolvedAddress)
  return mapFound(resolved, (found) => found === address)
}

/** Null without a name or an address; an off-chain name is unknown. */
function askResolver<T>(measurement: Measurement, data: string, decode: (data: string) => T | undefined) {
  return findByCallOrRevert(measurement, { to: UNIVERSAL_RESOLVER, data }, decode, meansNoName)
}

function isWellFormed(name: string): boolean {
  return name.split('.').every((label) => label !== '')
}

function labelHash(label: string): string {
  return `0x${Buffer.from(keccak256(label)).toString('hex')}`
}

export function nodeOf(name: string): string {
  return `0x${namehash(name)}`
}
