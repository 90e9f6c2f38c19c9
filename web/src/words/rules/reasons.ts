import { NATIVE_DECIMALS, nativeSymbol } from '@countersign/contract/rule/native-symbol.ts'
import type { LeafCondition, RuleReason } from '@countersign/contract/rule/rule.ts'
import type { ReasonProblem } from '@countersign/contract/schemas/rule/rule.ts'
import { amountText, groupDigits } from './amounts.ts'
import type { RuleNames } from './sentences.ts'

export const outcomes = { yes: 'Met', no: 'Not met', unknown: 'Could not be checked' }

/** Keyed by the union: a problem without words does not compile. */
const problems: Record<ReasonProblem, string> = {
  network_missing: 'Could not be checked: the network isn’t configured',
  network_unavailable: 'Could not be checked: the network didn’t respond',
  network_behind: 'Could not be checked: the network’s endpoint is behind an earlier result',
  endpoints_disagree: 'Could not be checked: the network’s endpoints returned different results',
  no_code: 'Could not be checked: there is no contract at this address',
  contract_failed: 'Could not be checked: the contract didn’t return a usable result',
  too_many_items: 'Could not be checked: there are too many items to read',
  seat_taken: 'This token already gives another person access',
}

/** "Found 0 of 1". */
export function describeReason(condition: LeafCondition, reason: RuleReason, names: RuleNames): string {
  if (reason.problem !== null) return problems[reason.problem]
  if (reason.outcome === 'unknown') return outcomes.unknown
  if (reason.outcome === 'no' && reason.wallets.length === 0) return withoutWallets(condition, names)
  if (reason.found === null || !('min' in condition) || condition.min === null) return outcomes[reason.outcome]
  return foundText(condition, reason.found, reason.outcome)
}

/** "Not met: found 0 of 1". */
export function describeResult(condition: LeafCondition, reason: RuleReason, names: RuleNames): string {
  const outcome = outcomes[reason.outcome]
  const detail = describeReason(condition, reason, names)
  if (detail.startsWith(outcome)) return detail
  return `${outcome}: ${detail.charAt(0).toLowerCase()}${detail.slice(1)}`
}

/** "Checked 0x1234…abcd and 0x5678…ef01 at block 21,412,000"; undefined if no wallet was checked. */
export function describeChecked({ wallets, block }: RuleReason, names: RuleNames): string | undefined {
  const shown = wallets.map(names.address)
  const last = shown.pop()
  if (last === undefined) return undefined
  const list = shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
  return block === null ? `Checked ${list}` : `Checked ${list} at block ${groupDigits(String(block))}`
}

function withoutWallets(condition: LeafCondition, names: RuleNames): string {
  if ('chainId' in condition) return `No linked wallet counts on ${names.network(condition.chainId)}`
  const isAboutWallets = condition.kind === 'wallet_kind' || condition.kind === 'wallet_list'
  return isAboutWallets ? 'No linked wallet counts' : outcomes.no
}

type AmountCondition = Extract<LeafCondition, { min: string | null }>

function foundText(condition: AmountCondition, found: string, outcome: 'yes' | 'no'): string {
  const { decimals, symbol } = unitOf(condition)
  const unit = symbol === undefined ? '' : ` ${symbol}`
  const amount = amountText(found, decimals)
  if (outcome === 'yes' || condition.min === null) return `Found ${amount}${unit}`
  const max = 'max' in condition ? condition.max : null
  if (max !== null && BigInt(found) > BigInt(max))
    return `Found ${amount}, more than ${amountText(max, decimals)}${unit}`
  return `Found ${amount} of ${amountText(condition.min, decimals)}${unit}`
}

function unitOf(condition: AmountCondition): { decimals: number; symbol: string | undefined } {
  if (condition.kind === 'native_balance') return { decimals: NATIVE_DECIMALS, symbol: nativeSymbol(condition.chainId) }
  if (condition.kind === 'erc20_balance') {
    const { decimals, symbol } = condition.token
    return decimals === null ? { decimals: 0, symbol: undefined } : { decimals, symbol: symbol || undefined }
  }
  const decimals = condition.kind === 'erc1155_balance' ? (condition.token.decimals ?? 0) : 0
  return { decimals, symbol: undefined }
}
