/** ENS names on Ethereum mainnet. Off-chain names (CCIP-Read) cannot be checked. */

import { namehash, REGISTRY, SELECTORS } from '../../networks/rpc/ens.ts'
import { keccak256 } from '../../platform/crypto/hash.ts'
import type { MeasureResult } from '../evaluation/measure-result.ts'
import { decodeAddress, decodeName, decodeNumber, encodeCall } from './abi.ts'
import { asMet, type Found, findByCall, findByCallOrRevert, type Kind, type Measurement, meetsAny } from './look-up.ts'

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
  const owner = findByCall(measurement, { to: REGISTRY, data: encodeCall(OWNER, nodeOf(name)) }, decodeAddress)
  const owned = isOwned(measurement, owner, name)
  if (!isEth || owned.kind !== 'found' || !owned.value) return owned
  // The registry keeps subnames of expired names.
  const parent = encodeCall(NAME_EXPIRES, labelHash(labels.at(-2) ?? ''))
  const expires = findByCall(measurement, { to: ENS_REGISTRAR, data: parent }, decodeNumber)
  if (expires.kind !== 'found') return expires
  return { ...owned, value: expires.value * 1000n > measurement.options.now }
}

/** The registrar's `ownerOf` reverts for names that are free or expired. */
function ownsEthName(measurement: Measurement, label: string, name: string): Found<boolean> {
  const call = { to: ENS_REGISTRAR, data: encodeCall(OWNER_OF, labelHash(label)) }
  const owner = findByCallOrRevert(measurement, call, decodeAddress)
  return isOwned(measurement, owner, name)
}

function isOwned(measurement: Measurement, owner: Found<string | null>, name: string): Found<boolean> {
  if (owner.kind !== 'found') return owner
  if (owner.value !== ENS_WRAPPER) return { ...owner, value: owner.value === measurement.holder.address }
  const call = { to: ENS_WRAPPER, data: encodeCall(OWNER_OF, nodeOf(name)) }
  const wrapped = findByCall(measurement, call, decodeAddress)
  return wrapped.kind === 'found' ? { ...wrapped, value: wrapped.value === measurement.holder.address } : wrapped
}

/** The primary name must end with one of the names, and resolve back to the address. */
function findSubname(measurement: Measurement, names: readonly string[]): Found<boolean> {
  const { address } = measurement.holder
  const reverse = nodeOf(`${address.slice(2)}.addr.reverse`)
  const name = resolve(measurement, { node: reverse, selector: SELECTORS.name }, decodeName)
  if (name.kind !== 'found') return name
  // Only the owner of a name can create names below it, so the rest of the name need not be normalized.
  const isBelow =
    name.value !== null && isWellFormed(name.value) && names.some((each) => name.value?.endsWith(`.${each}`))
  if (!isBelow) return { ...name, value: false }
  const resolved = resolve(measurement, { node: nodeOf(name.value ?? ''), selector: SELECTORS.addr }, decodeAddress)
  return resolved.kind === 'found' ? { ...resolved, value: resolved.value === address } : resolved
}

/** Null without a resolver. */
function resolve<T>(
  measurement: Measurement,
  { node, selector }: { node: string; selector: string },
  decode: (data: string) => T | undefined,
): Found<T | null> {
  const resolver = findByCall(measurement, { to: REGISTRY, data: encodeCall(SELECTORS.resolver, node) }, decodeAddress)
  if (resolver.kind !== 'found') return resolver
  if (resolver.value === null) return { ...resolver, value: null }
  return findByCall(measurement, { to: resolver.value, data: encodeCall(selector, node) }, decode)
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
