/** ENS names on Ethereum mainnet. Off-chain names (CCIP-Read) cannot be checked. */

import {
  decodePrimaryName,
  decodeResolvedAddress,
  encodeResolve,
  encodeReverse,
  meansNoName,
  UNIVERSAL_RESOLVER,
} from '../../networks/rpc/ens.ts'
import type { MeasureResult } from '../evaluation/measure-result.ts'
import { ownsName } from './ens-owner.ts'
import { asMet, type Found, findByCallOrRevert, type Kind, type Measurement, mapFound, meetsAny } from './look-up.ts'

export function measureEnsName(measurement: Measurement, { names, subnames }: Kind<'ens_name'>): MeasureResult {
  if (subnames) return asMet(findSubname(measurement, names))
  return meetsAny(names.map((name) => ownsName(measurement, name)))
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
