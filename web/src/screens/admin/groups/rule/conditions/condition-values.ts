import type { Role } from '@countersign/contract/permission.ts'
import { formatAmount } from '@countersign/contract/rule/format-amount.ts'
import { formatHatId } from '@countersign/contract/rule/hat-id.ts'
import { NATIVE_DECIMALS } from '@countersign/contract/rule/native-symbol.ts'
import type { LeafCondition, TokenLabel } from '@countersign/contract/rule/rule.ts'
import type { LeafKind } from './known-contracts.ts'

/** The form of a condition, as typed: one set of fields for all kinds, so that input is kept when the kind changes. */
export type ConditionValues = {
  kind: LeafKind
  chainId: string
  contract: string
  min: string
  max: string
  tokenId: string
  tokenIds: string
  system: 'access_control' | 'access_manager'
  role: string
  hatId: string
  names: string
  subnames: boolean
  indexer: string
  schema: string
  attesters: string
  eventId: string
  method: string
  returns: 'bool' | 'uint256'
  groupId: string
  roles: Role[]
  wallet: 'key' | 'contract'
  /** Local time, as `datetime-local` has it. */
  from: string
  until: string
  listId: string
  csv: string
}

export const noLabel: TokenLabel = { name: null, symbol: null, decimals: null }

export function newCondition(kind: LeafKind, chainId = ''): ConditionValues {
  return {
    kind,
    chainId: kind === 'ens_name' ? '1' : chainId,
    contract: '',
    min: kind === 'erc721_balance' || kind === 'erc1155_balance' ? '1' : '',
    max: '',
    tokenId: '',
    tokenIds: '',
    system: 'access_control',
    role: '',
    hatId: '',
    names: '',
    subnames: false,
    indexer: '',
    schema: '',
    attesters: '',
    eventId: '',
    method: '',
    returns: 'bool',
    groupId: '',
    roles: [],
    wallet: 'key',
    from: '',
    until: '',
    listId: '',
    csv: '',
  }
}

export function valuesOfCondition(condition: LeafCondition): ConditionValues {
  return { ...newCondition(condition.kind), ...typedOf(condition) }
}

function typedOf(condition: LeafCondition): Partial<ConditionValues> {
  const place = {
    ...('chainId' in condition ? { chainId: String(condition.chainId) } : {}),
    ...('contract' in condition ? { contract: condition.contract } : {}),
    ...('max' in condition ? amountsOf(condition) : {}),
  }
  switch (condition.kind) {
    case 'ens_name':
      return { ...place, names: condition.names.join('\n'), subnames: condition.subnames }
    case 'attestation': {
      const { indexer, schema, attesters } = condition
      return { ...place, indexer, schema, attesters: attesters.join('\n') }
    }
    case 'erc1155_balance':
      return { ...place, tokenIds: condition.tokenIds.join(', ') }
    case 'contract_role':
      return { ...place, system: condition.system, role: condition.roleName ?? condition.role }
    case 'hat':
      return { ...place, hatId: formatHatId(condition.hatId) ?? condition.hatId }
    case 'contract_call':
      return { ...place, method: condition.method, returns: condition.returns, min: condition.min ?? '' }
    case 'time_window':
      return { from: localTime(condition.from), until: localTime(condition.until) }
    case 'erc721_token':
      return { ...place, tokenId: condition.tokenId }
    case 'poap':
      return { ...place, eventId: condition.eventId }
    case 'erc20_balance':
    case 'erc721_balance':
    case 'native_balance':
    case 'safe_owner':
      return place
    default:
      return condition
  }
}

type Ranged = Extract<LeafCondition, { max: string | null }>

function amountsOf(condition: Ranged): { min: string; max: string } {
  const decimals = decimalsOf(condition.kind, 'token' in condition ? condition.token : noLabel)
  const { min, max } = condition
  return { min: formatAmount(min, decimals), max: max === null ? '' : formatAmount(max, decimals) }
}

/** Of typed amounts; 0 if the decimals of a token are unknown. */
export function decimalsOf(kind: LeafKind, token: TokenLabel): number {
  if (kind === 'native_balance') return NATIVE_DECIMALS
  return kind === 'erc20_balance' ? (token.decimals ?? 0) : 0
}

function localTime(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function utcTime(local: string): string | null {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
