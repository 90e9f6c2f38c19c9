import type { MeasureResult } from '../evaluation/measure-result.ts'
import { booleanOf, decodeBoolean, decodeNumber, decodeWords, selectorOf } from './abi.ts'
import { asAmount, asMet, failed, findByCall, type Kind, type Measurement, mapFound } from './look-up.ts'

/** `isOwner(address)` */
const IS_OWNER = '0x2f54bf6e'
/** `hasRole(bytes32,address)` of AccessControl. */
const HAS_ROLE = '0x91d14854'
/** `hasRole(uint64,address)` of AccessManager: member, and the delay of its actions. */
const HAS_MANAGED_ROLE = '0xd1f856ee'
/** `isWearerOfHat(address,uint256)` */
const IS_WEARER_OF_HAT = '0x4352409a'

/** An owner of the Safe, or the Safe itself. */
export function measureSafeOwner(measurement: Measurement, { chainId, contract }: Kind<'safe_owner'>): MeasureResult {
  const { holder } = measurement
  const call = { to: contract, selector: IS_OWNER, values: [holder.address] }
  const isSafe = holder.chainId === chainId && holder.address === contract
  return asMet(mapFound(findByCall(measurement, call, decodeBoolean), (isOwner) => isOwner || isSafe))
}

export function measureContractRole(measurement: Measurement, condition: Kind<'contract_role'>): MeasureResult {
  const { contract, system } = condition
  const role = BigInt(condition.role)
  const values = [role, measurement.holder.address]
  if (system === 'access_control')
    return asMet(findByCall(measurement, { to: contract, selector: HAS_ROLE, values }, decodeBoolean))
  if (role >= 2n ** 64n) return failed
  return asMet(findByCall(measurement, { to: contract, selector: HAS_MANAGED_ROLE, values }, decodeMember))
}

function decodeMember(data: string): boolean | undefined {
  const [member, delay] = decodeWords(data, 2) ?? []
  return delay !== undefined && delay < 2n ** 32n ? booleanOf(member) : undefined
}

export function measureHat(measurement: Measurement, { contract, hatId }: Kind<'hat'>): MeasureResult {
  const values = [measurement.holder.address, BigInt(hatId)]
  return asMet(findByCall(measurement, { to: contract, selector: IS_WEARER_OF_HAT, values }, decodeBoolean))
}

export function measureContractCall(measurement: Measurement, condition: Kind<'contract_call'>): MeasureResult {
  const { contract, method, returns } = condition
  const call = { to: contract, selector: selectorOf(`${method}(address)`), values: [measurement.holder.address] }
  if (returns === 'bool') return asMet(findByCall(measurement, call, decodeBoolean))
  return asAmount(findByCall(measurement, call, decodeNumber))
}
