/** Delegations in the registry of delegate.xyz v2, which has the same address on every chain. */

import type { ChainCondition, RuleOutcome } from '@countersign/contract/rule/rule.ts'
import type { ChainRead, ReadOutcome } from '../chain-read.ts'
import type { LookUp } from '../evaluation/measure-result.ts'
import type { Holder } from '../subject.ts'

export const DELEGATE_REGISTRY = '0x00000000000000447e69651d841bd8d104bed493'

/** `countersign`; the registry also accepts delegations without rights for it. */
const RIGHTS = Buffer.from('countersign').toString('hex').padEnd(64, '0')

/** `checkDelegateForAll(address,address,bytes32)`, and with a contract, and with a contract and a token. */
const SELECTORS = { all: '0xe839bd53', contract: '0x8988eea9', token: '0xb9f36874' }

/** What a delegation must cover. */
export type Scope = { contract?: string | undefined; tokenId?: string | undefined }

export type Delegation = { chainId: number; vault: string; delegate: string }

/** Each check includes the wider ones: a delegation for a contract covers its tokens. */
export function delegationRead({ chainId, vault, delegate }: Delegation, scope: Scope = {}): ChainRead {
  const parties = encodeAddress(delegate) + encodeAddress(vault)
  return { chainId, kind: 'call', to: DELEGATE_REGISTRY, data: encode(parties, scope), blocksAgo: 0 }
}

function encode(parties: string, { contract, tokenId }: Scope): string {
  if (contract === undefined) return `${SELECTORS.all}${parties}${RIGHTS}`
  const target = encodeAddress(contract)
  if (tokenId === undefined) return `${SELECTORS.contract}${parties}${target}${RIGHTS}`
  return `${SELECTORS.token}${parties}${target}${BigInt(tokenId).toString(16).padStart(64, '0')}${RIGHTS}`
}

function encodeAddress(address: string): string {
  return address.slice(2).padStart(64, '0')
}

const TRUE = `0x${'1'.padStart(64, '0')}`
const FALSE = `0x${'0'.repeat(64)}`

/** A chain without the registry has no delegations. Anything but true or false is unknown. */
export function readDelegation(outcome: ReadOutcome): RuleOutcome {
  if (outcome.kind === 'no_code') return 'no'
  if (outcome.kind !== 'value') return 'unknown'
  return outcome.data === TRUE ? 'yes' : outcome.data === FALSE ? 'no' : 'unknown'
}

/** Whether a holder counts for a condition: always, unless it is a vault that delegates no such right to the person. */
export function countsFor(
  condition: ChainCondition,
  { address, vault, delegates = [] }: Holder,
  lookUp: LookUp,
): RuleOutcome | 'pending' {
  if (!vault) return 'yes'
  const { chainId } = condition
  const outcomes = delegates.map((delegate) => {
    const outcome = lookUp(delegationRead({ chainId, vault: address, delegate }, scopeOf(condition)))
    return outcome ? readDelegation(outcome) : 'pending'
  })
  for (const outcome of ['yes', 'pending', 'unknown'] as const) if (outcomes.includes(outcome)) return outcome
  return 'no'
}

/** Owners of a Safe, roles and names are not tokens of one contract: they need a delegation for everything. */
export function scopeOf(condition: ChainCondition): Scope {
  if (condition.kind === 'erc721_token') return { contract: condition.contract, tokenId: condition.tokenId }
  const isToken = ['erc20_balance', 'erc721_balance', 'erc1155_balance', 'poap'].includes(condition.kind)
  return isToken && 'contract' in condition ? { contract: condition.contract } : {}
}
