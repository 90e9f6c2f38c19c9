import { GRACE_MINUTES } from '@countersign/contract/limits/rule-limits.ts'
import type { Condition, Rule } from '@countersign/contract/rule/rule.ts'

/** Rules and conditions for tests; every field can be replaced. */
export function ruleOf(condition: Condition, fields: Partial<Rule> = {}): Rule {
  return {
    condition,
    wallets: 'together',
    linkedHours: 0,
    delegations: false,
    seats: false,
    heldBlocks: 0,
    graceMinutes: GRACE_MINUTES.standard,
    refusalText: null,
    showReasons: true,
    ...fields,
  }
}

export const addressOf = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

const LABEL = { name: 'Cool Cats', symbol: 'CATS', decimals: null }

export const conditionOf = {
  erc20: (fields: Partial<Of<'erc20_balance'>> = {}): Of<'erc20_balance'> => ({
    kind: 'erc20_balance',
    chainId: 1,
    contract: addressOf(0xe20),
    token: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
    min: '10',
    max: null,
    ...fields,
  }),
  erc721: (fields: Partial<Of<'erc721_balance'>> = {}): Of<'erc721_balance'> => ({
    kind: 'erc721_balance',
    chainId: 1,
    contract: addressOf(0x721),
    token: LABEL,
    min: '1',
    max: null,
    ...fields,
  }),
  erc721Token: (fields: Partial<Of<'erc721_token'>> = {}): Of<'erc721_token'> => ({
    kind: 'erc721_token',
    chainId: 1,
    contract: addressOf(0x721),
    token: LABEL,
    tokenId: '7',
    ...fields,
  }),
  safe: (fields: Partial<Of<'safe_owner'>> = {}): Of<'safe_owner'> => ({
    kind: 'safe_owner',
    chainId: 1,
    contract: addressOf(0x5afe),
    ...fields,
  }),
  role: (...roles: Of<'role'>['roles']): Of<'role'> => ({ kind: 'role', roles }),
  window: (from: string | null, until: string | null): Of<'time_window'> => ({ kind: 'time_window', from, until }),
  list: (listId: string): Of<'wallet_list'> => ({ kind: 'wallet_list', listId }),
  all: (...conditions: Condition[]): Condition => ({ kind: 'all', conditions }),
  any: (...conditions: Condition[]): Condition => ({ kind: 'any', conditions }),
  atLeast: (count: number, ...conditions: Condition[]): Condition => ({ kind: 'at_least', count, conditions }),
  not: (condition: Condition): Condition => ({ kind: 'not', condition }),
}
