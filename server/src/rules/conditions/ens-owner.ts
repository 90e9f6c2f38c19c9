/**
 * Who owns a name: ENSv2 decides about names that are registered there, ENSv1 about all others. Interfaces:
 * `IRegistry.sol`, `IPermissionedRegistry.sol` and `Graveyard.sol` of ensdomains/contracts-v2.
 */

import { namehash, UNIVERSAL_RESOLVER } from '../../networks/rpc/ens.ts'
import { keccak256 } from '../../platform/crypto/hash.ts'
import { addressOf, decodeAddress, decodeNumber, decodeWords, encodeText } from './abi.ts'
import {
  type Found,
  failed,
  findByCall,
  findByCallIfThere,
  findByCallOrRevert,
  type Measurement,
  mapFound,
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
/** `ROOT_REGISTRY()` of the Universal Resolver of ENSv2; its implementation for ENSv1 has no such function. */
const ROOT_REGISTRY = '0xc92cc49a'
/** `getSubregistry(string)` and `getState(uint256)` of a registry of ENSv2. */
const [GET_SUBREGISTRY, GET_STATE] = ['0x35af6216', '0x44c9af28']
/** `NAME_WRAPPER()` of the contracts that take the tokens of migrated names. */
const NAME_WRAPPER = '0x192cf07d'
/** When an expired name expires that the Graveyard has registered to itself, for as long as the registrar can. */
const NEVER = 2n ** 63n

export function ownsName(measurement: Measurement, name: string): Found<boolean> {
  const [entry, inV1] = [findEntry(measurement, name), findOwnershipInV1(measurement, name)]
  if (entry.kind !== 'found') return entry
  if (entry.value !== null) return { ...entry, value: entry.value.owner === measurement.holder.address }
  if (inV1.kind !== 'found') return inV1
  // ENSv1 has handed it over, and ENSv2 does not know it yet, or is not in use yet.
  return inV1.value === 'migrated' ? failed : { ...inV1, value: inV1.value === 'own' }
}

/** Without an owner once it has expired. */
type Entry = { owner: string | null }

/** Null if the name is not in ENSv2, or only reserved there until its owner migrates it. */
function findEntry(measurement: Measurement, name: string): Found<Entry | null> {
  const [label = '', ...parents] = name.split('.')
  const registry = findRegistry(measurement, parents)
  if (registry.kind !== 'found') return registry
  if (registry.value === null) return { ...registry, value: null }
  return findByCall(measurement, { to: registry.value, selector: GET_STATE, values: [labelHash(label)] }, decodeEntry)
}

/** Of the names directly below these labels; null if ENSv2 has none. */
function findRegistry(measurement: Measurement, [label, ...parents]: readonly string[]): Found<string | null> {
  if (label === undefined) {
    const root = { to: UNIVERSAL_RESOLVER, selector: ROOT_REGISTRY, values: [] }
    return findByCallIfThere(measurement, root, (data) => decodeAddress(data) ?? undefined)
  }
  const parent = findRegistry(measurement, parents)
  if (parent.kind !== 'found' || parent.value === null) return parent
  const call = { to: parent.value, selector: GET_SUBREGISTRY, values: encodeText(label) }
  return findByCall(measurement, call, decodeAddress)
}

const [AVAILABLE, RESERVED, REGISTERED] = [0n, 1n, 2n]

/** The part of a token's id that grows with every registration that ends. */
const TOKEN_VERSION = 0xffffffffn

/** Status, expiry, latest owner, and two ids of the token. A reservation that lapsed is no registration. */
function decodeEntry(data: string): Entry | null | undefined {
  const [status, expiry, latestOwner, token] = decodeWords(data, 5) ?? []
  const owner = addressOf(latestOwner)
  if (expiry === undefined || token === undefined || expiry >= 2n ** 64n || owner === undefined) return undefined
  if (status === REGISTERED) return owner === null ? undefined : { owner }
  if (status === RESERVED) return null
  if (status !== AVAILABLE) return undefined
  const wasRegistered = owner !== null || (token & TOKEN_VERSION) !== 0n
  return wasRegistered && expiry !== 0n ? { owner: null } : null
}

function findOwnershipInV1(measurement: Measurement, name: string): Found<'own' | 'foreign' | 'migrated'> {
  const owner = findOwnerInV1(measurement, name)
  if (owner.kind !== 'found') return owner
  if (owner.value === null) return { ...owner, value: 'foreign' }
  if (owner.value === measurement.holder.address) return { ...owner, value: 'own' }
  const call = { to: owner.value, selector: NAME_WRAPPER, values: [] }
  const migrated = findByCallIfThere(measurement, call, (data) => decodeAddress(data) === ENS_WRAPPER)
  return mapFound(migrated, (isMigrated) => (isMigrated ? 'migrated' : 'foreign'))
}

/** Null if it has no owner or is expired. The registry keeps subnames of expired names. */
function findOwnerInV1(measurement: Measurement, name: string): Found<string | null> {
  const owner = unwrap(measurement, findHolderInV1(measurement, name), name)
  const [top, second = ''] = name.split('.').reverse()
  if (top !== 'eth') return owner
  const call = { to: ENS_REGISTRAR, selector: NAME_EXPIRES, values: [labelHash(second)] }
  const expires = findByCall(measurement, call, decodeNumber)
  if (owner.kind !== 'found' || owner.value === null) return owner
  if (expires.kind !== 'found') return expires
  const isCurrent = expires.value * 1000n > measurement.options.now && expires.value < NEVER
  return isCurrent ? owner : { ...owner, value: null }
}

/** The registrar's `ownerOf` reverts for names that are free or expired. */
function findHolderInV1(measurement: Measurement, name: string): Found<string | null> {
  const [label = '', ...parents] = name.split('.')
  if (parents.join('.') !== 'eth')
    return findByCall(measurement, { to: ENS_REGISTRY, selector: OWNER, values: [nodeOf(name)] }, decodeAddress)
  const call = { to: ENS_REGISTRAR, selector: OWNER_OF, values: [labelHash(label)] }
  return findByCallOrRevert(measurement, call, decodeAddress)
}

function unwrap(measurement: Measurement, holder: Found<string | null>, name: string): Found<string | null> {
  if (holder.kind !== 'found' || holder.value !== ENS_WRAPPER) return holder
  return findByCall(measurement, { to: ENS_WRAPPER, selector: OWNER_OF, values: [nodeOf(name)] }, decodeAddress)
}

function labelHash(label: string): string {
  return `0x${Buffer.from(keccak256(label)).toString('hex')}`
}

export function nodeOf(name: string): string {
  return `0x${namehash(name)}`
}
