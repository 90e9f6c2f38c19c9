import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import type { Measure, MeasureResult } from '../evaluation/measure-result.ts'
import {
  measureErc20Balance,
  measureErc721Balance,
  measureErc721Token,
  measureErc1155Balance,
  measureNativeBalance,
} from './balances.ts'
import { measureAttestation, measurePoap } from './collections.ts'
import { measureEnsName } from './ens-name.ts'
import type { Kind, Measurement } from './look-up.ts'
import { measureContractCall, measureContractRole, measureHat, measureSafeOwner } from './memberships.ts'

const MEASURES: { [K in ChainCondition['kind']]: (measurement: Measurement, condition: Kind<K>) => MeasureResult } = {
  native_balance: measureNativeBalance,
  erc20_balance: measureErc20Balance,
  erc721_balance: measureErc721Balance,
  erc721_token: measureErc721Token,
  erc1155_balance: measureErc1155Balance,
  safe_owner: measureSafeOwner,
  contract_role: measureContractRole,
  hat: measureHat,
  ens_name: measureEnsName,
  attestation: measureAttestation,
  poap: measurePoap,
  contract_call: measureContractCall,
}

/** Pure. Some conditions need the answer of one read to know the next: they are pending until all are answered. */
export const measure: Measure = (condition, holder, options, lookUp) => {
  const measureKind = MEASURES[condition.kind] as (measurement: Measurement, of: ChainCondition) => MeasureResult // its own kind
  return measureKind({ chainId: condition.chainId, holder, options, lookUp }, condition)
}
