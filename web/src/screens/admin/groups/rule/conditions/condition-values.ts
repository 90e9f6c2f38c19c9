import type { Role } from '@countersign/contract/permission.ts'
import { formatAmount } from '@countersign/contract/rule/format-amount.ts'
import { formatHatId } from '@countersign/contract/rule/hat-id.ts'
import { NATIVE_DECIMALS } from '@countersign/contract/rule/native-symbol.ts'
import type { LeafCondition, TokenLabel } from '@countersign/contract/rule/rule.ts'
import type { LeafKind } from './known-contracts.ts'

/** The fields of all kinds of condition, as typed, so that input is kept when the kind changes. */
const empty = {
  chainId: '',
  contract: '',
  min: '',
  max: '',
  tokenId: '',
  tokenIds: '',
  system: 'access_control' as 'access_control' | 'access_manager',
  role: '',
  hatId: '',
  names: '',
  subnames: false,
  indexer: '',
  schema: '',
  attesters: '',
  eventId: '',
  method: '',
  returns: 'bool' as 'bool' | 'uint256',
  groupId: '',
  roles: [] as Role[],
  wallet: 'key' as 'key' | 'contract',
  /** Local time, as `datetime-local` has it. */
  from: '',
  until: '',
  listId: '',
  csv: '',
}

export type ConditionValues = typeof empty & { kind: LeafKind }

export const noLabel: TokenLabel = { name: null, symbol: null, decimals: null }

export function newCondition(kind: LeafKind): ConditionValues {
  return { ...empty, kind, min: kind === 'erc721_balance' || kind === 'erc1155_balance' ? '1' : '' }
}

type NamesOf<Union> = Union extends Union ? keyof Union : never
type AnyCondition = {
  [Name in NamesOf<LeafCondition>]?: Extract<LeafCondition, { [Key in Name]: unknown }>[Name]
} & { kind: LeafKind }

export function valuesOfCondition(condition: LeafCondition): ConditionValues {
  const { token = noLabel, roleName, ...saved }: AnyCondition = condition
  const { chainId, min, max, role, hatId } = saved
  const amount = (value: string | null = null) =>
    value === null ? '' : formatAmount(value, decimalsOf(condition.kind, token))
  return {
    ...empty,
    ...saved,
    chainId: chainId?.toString() ?? '',
    min: amount(min),
    max: amount(max),
    tokenIds: saved.tokenIds?.join(', ') ?? '',
    role: roleName ?? role ?? '',
    hatId: (hatId && formatHatId(hatId)) ?? hatId ?? '',
    names: saved.names?.join('\n') ?? '',
    attesters: saved.attesters?.join('\n') ?? '',
    from: localTime(saved.from),
    until: localTime(saved.until),
  }
}

/** Of typed amounts; 0 if the decimals of a token are unknown. */
export function decimalsOf(kind: LeafKind, token: TokenLabel): number {
  if (kind === 'native_balance') return NATIVE_DECIMALS
  return kind === 'erc20_balance' ? (token.decimals ?? 0) : 0
}

function localTime(at: string | null = null): string {
  if (at === null) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function utcTime(local: string): string | null {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
