import type { Measure } from '../evaluation/measured.ts'
import {
  measureErc20Balance,
  measureErc721Balance,
  measureErc721Token,
  measureErc1155Balance,
  measureNativeBalance,
} from './balances.ts'
import { measureAttestation, measurePoap } from './collections.ts'
import { measureEnsName } from './ens-name.ts'
import { measureContractCall, measureContractRole, measureHat, measureSafeOwner } from './memberships.ts'

/** Pure. Some conditions need the answer of one read to know the next: they are pending until all are answered. */
export const measure: Measure = (condition, holder, options, lookUp) => {
  const measurement = { chainId: condition.chainId, holder, options, lookUp }
  switch (condition.kind) {
    case 'native_balance':
      return measureNativeBalance(measurement)
    case 'erc20_balance':
      return measureErc20Balance(measurement, condition)
    case 'erc721_balance':
      return measureErc721Balance(measurement, condition)
    case 'erc721_token':
      return measureErc721Token(measurement, condition)
    case 'erc1155_balance':
      return measureErc1155Balance(measurement, condition)
    case 'safe_owner':
      return measureSafeOwner(measurement, condition)
    case 'contract_role':
      return measureContractRole(measurement, condition)
    case 'hat':
      return measureHat(measurement, condition)
    case 'ens_name':
      return measureEnsName(measurement, condition)
    case 'attestation':
      return measureAttestation(measurement, condition)
    case 'poap':
      return measurePoap(measurement, condition)
    case 'contract_call':
      return measureContractCall(measurement, condition)
  }
}
