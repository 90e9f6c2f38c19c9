import type { ContractDescription } from '@countersign/contract/routes/admin/rule.ts'
import type { conditions as words } from '../../../../../words/admin/conditions.ts'
import { type ConditionValues, newCondition } from './condition-values.ts'
import { isKnownAddress, knownContract, type LeafKind } from './known-contracts.ts'

/** The kinds of condition in the order in which they are offered. */
export const kindGroups: readonly { name: keyof typeof words.groups; kinds: readonly LeafKind[] }[] = [
  { name: 'tokens', kinds: ['erc721_balance', 'erc20_balance', 'erc1155_balance', 'erc721_token', 'native_balance'] },
  { name: 'contracts', kinds: ['safe_owner', 'contract_role', 'hat', 'contract_call'] },
  { name: 'names', kinds: ['ens_name', 'attestation', 'poap'] },
  { name: 'people', kinds: ['wallet_list', 'group', 'role', 'wallet_kind'] },
  { name: 'time', kinds: ['time_window'] },
]

const LOCAL: readonly LeafKind[] = ['wallet_list', 'group', 'role', 'wallet_kind', 'time_window']

export function hasNetwork(kind: LeafKind): boolean {
  return !LOCAL.includes(kind) && kind !== 'ens_name'
}

export function hasContract(kind: LeafKind): boolean {
  return hasNetwork(kind) && kind !== 'native_balance'
}

/** Chooses a network and fills in a contract that has a known address there, unless another one was entered. */
export function withNetwork({ kind, contract }: ConditionValues, chainId: string): Partial<ConditionValues> {
  const isReplaceable = contract.trim() === '' || isKnownAddress(kind, contract)
  const known = knownContract(kind, Number(chainId))
  return isReplaceable ? { chainId, contract: known?.address ?? '' } : { chainId }
}

/** A contract says itself which of the two systems of roles it uses. */
export function withSystem(values: ConditionValues, description: ContractDescription | undefined): ConditionValues {
  const kind = description?.kind
  return kind === 'access_control' || kind === 'access_manager' ? { ...values, system: kind } : values
}

/** Another kind of condition for the same contract. */
export function withKind({ min }: ConditionValues, kind: LeafKind): Partial<ConditionValues> {
  return { kind, min: min.trim() === '' ? newCondition(kind).min : min }
}
