import { chainName } from '@countersign/contract/chain-name.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Requirement } from '@countersign/contract/rule/rule.ts'
import type { RuleNames } from '../../words/rules/sentences.ts'

const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

type Known = Pick<NonNullable<Requirement['details']>, 'networks' | 'groups'> & {
  listSizes?: Readonly<Record<string, number>>
}

export function ruleNames({ networks, groups, listSizes = {} }: Known): RuleNames {
  return {
    network: (chainId) => networks[chainId] ?? chainName(chainId),
    group: (groupId) => groups[groupId],
    listSize: (listId) => listSizes[listId],
    // Kept on one line.
    address: (address) => shortAddress(address).replace('…', '\u2060…\u2060'),
    time: (timestamp) => times.format(new Date(timestamp)),
  }
}
