import { formatHatId } from '@countersign/contract/rule/hat-id.ts'
import { NATIVE_DECIMALS, nativeSymbol } from '@countersign/contract/rule/native-symbol.ts'
import type { Condition, ConditionKind, TokenLabel } from '@countersign/contract/rule/rule.ts'
import type { Role } from '@countersign/contract/schemas/person.ts'
import { amountText, groupDigits } from './amounts.ts'

/** A piece of a sentence; the page sets names in bold. */
export type SentencePart = { text: string; strong?: true }

/** What a condition refers to, as the page shows it. */
export type RuleNames = {
  network(chainId: number): string
  /** Undefined if the group is deleted, or if the reader must not see its name. */
  group(groupId: string): string | undefined
  /** Undefined if it is not known. */
  listSize(listId: string): number | undefined
  /** A shortened address or hash. */
  address(address: string): string
  time(timestamp: string): string
}

/** "Holds at least 1 of Cool Cats (ERC-721, Ethereum)". Conditions that combine others end with a colon. */
export function describeCondition(condition: Condition, names: RuleNames): SentencePart[] {
  // The table has a sentence for every kind, but TypeScript does not relate its keys to their conditions.
  const sentence = sentences[condition.kind] as (condition: Condition, names: RuleNames) => SentencePart[]
  return sentence(condition, names)
}

/** A sentence without emphasis, such as for labels. */
export function textOf(parts: readonly SentencePart[]): string {
  return parts.map(({ text }) => text).join('')
}

type Sentences = {
  [K in ConditionKind]: (condition: Extract<Condition, { kind: K }>, names: RuleNames) => SentencePart[]
}

const roles: Record<Role, string> = { member: 'Member', auditor: 'Auditor', admin: 'Admin', owner: 'Owner' }
const walletKinds = { key: 'standard account', contract: 'smart account' }
const accessSystems = { access_control: 'AccessControl', access_manager: 'AccessManager' }

/** Keyed by the union: a kind without a sentence does not compile. */
const sentences: Sentences = {
  all: () => sentence('All of these:'),
  any: () => sentence('Any of these:'),
  at_least: ({ count }) => sentence(`At least ${count} of these:`),
  not: ({ condition }) => sentence(condition.kind === 'any' ? 'None of these:' : 'Not:'),

  wallet_list: ({ listId }, names) => sentence(`Is on the wallet list${sizeText(names.listSize(listId))}`),
  group: ({ groupId }, names) => {
    const name = names.group(groupId)
    return name === undefined ? sentence('Is a member of another group') : sentence('Is a member of ', strong(name))
  },
  role: (condition) =>
    sentence(
      'Has the role ',
      listOr(
        condition.roles.map((role) => roles[role]),
        4,
      ),
    ),
  wallet_kind: ({ wallet }) => sentence(`Has linked a ${walletKinds[wallet]}`),
  time_window: ({ from, until }, names) => sentence(windowText(from, until, names)),

  native_balance: ({ chainId, min, max }, names) => {
    const symbol = nativeSymbol(chainId)
    const amount = `Holds ${rangeText(min, max, NATIVE_DECIMALS)} `
    const network = names.network(chainId)
    return symbol === undefined
      ? sentence(amount, 'of the native currency of ', strong(network))
      : sentence(amount, strong(symbol), ` (${network})`)
  },
  erc20_balance: ({ chainId, contract, token, min, max }, names) => {
    const name = strong(token.symbol || token.name || names.address(contract))
    const kind = `(ERC-20, ${names.network(chainId)})`
    return token.decimals === null
      ? sentence(`Holds ${rangeText(min, max, 0)} of the smallest unit of `, name, ` ${kind}`)
      : sentence(`Holds ${rangeText(min, max, token.decimals)} `, name, ` ${kind}`)
  },
  erc721_balance: (condition, names) =>
    sentence(
      `Holds ${rangeText(condition.min, condition.max, 0)} of `,
      collection(condition, names),
      ` (ERC-721, ${names.network(condition.chainId)})`,
    ),
  erc721_token: (condition, names) =>
    sentence(
      `Owns token ${condition.tokenId} of `,
      collection(condition, names),
      ` (ERC-721, ${names.network(condition.chainId)})`,
    ),
  erc1155_balance: (condition, names) =>
    sentence(
      `Holds ${rangeText(condition.min, condition.max, condition.token.decimals ?? 0)} of `,
      collection(condition, names),
      ` with token ID ${textOf(listOr(condition.tokenIds))} (ERC-1155, ${names.network(condition.chainId)})`,
    ),
  safe_owner: ({ chainId, contract }, names) =>
    sentence('Is an owner of the Safe ', strong(names.address(contract)), ` on ${names.network(chainId)}`),
  contract_role: ({ chainId, contract, system, role, roleName }, names) =>
    sentence(
      'Has the role ',
      strong(roleName || (role.startsWith('0x') ? names.address(role) : role)),
      ` in ${names.address(contract)} (${accessSystems[system]}, ${names.network(chainId)})`,
    ),
  hat: ({ chainId, hatId }, names) =>
    sentence('Wears hat ', strong(formatHatId(hatId) ?? hatId), ` (Hats, ${names.network(chainId)})`),
  ens_name: (condition) =>
    sentence(condition.subnames ? 'Has a primary name below ' : 'Owns ', listOr(condition.names)),
  attestation: ({ chainId, schema, attesters }, names) =>
    sentence(
      'Has an attestation with schema ',
      strong(names.address(schema)),
      ` from ${textOf(listOr(attesters.map(names.address)))} (EAS, ${names.network(chainId)})`,
    ),
  poap: ({ chainId, eventId }, names) =>
    sentence('Has a POAP of event ', strong(eventId), ` (${names.network(chainId)})`),
  contract_call: ({ chainId, contract, method, returns, min }, names) =>
    sentence(
      strong(`${method}(wallet)`),
      ` in ${names.address(contract)} returns `,
      returns === 'bool' || min === null ? 'true' : `at least ${groupDigits(min)}`,
      ` (${names.network(chainId)})`,
    ),
}

function sentence(...parts: (string | SentencePart | SentencePart[])[]): SentencePart[] {
  return parts.flat().map((part) => (typeof part === 'string' ? { text: part } : part))
}

function strong(text: string): SentencePart {
  return { text, strong: true }
}

/** "a, b or c"; of more than `shown`, the others are counted. */
function listOr(items: readonly string[], shown = 3): SentencePart[] {
  const hidden = items.length > shown ? items.length - shown + 1 : 0
  const named = items.slice(0, items.length - hidden).map(strong)
  const others = hidden > 0 ? [{ text: `one of ${hidden} others` }] : []
  const all = [...named, ...others]
  return all.flatMap((part, index) => {
    if (index === 0) return [part]
    return [{ text: index === all.length - 1 ? ' or ' : ', ' }, part]
  })
}

function collection({ contract, token }: { contract: string; token: TokenLabel }, names: RuleNames): SentencePart {
  return strong(token.name || token.symbol || names.address(contract))
}

function rangeText(min: string, max: string | null, decimals: number): string {
  const least = amountText(min, decimals)
  if (max === null) return `at least ${least}`
  return min === max ? `exactly ${least}` : `between ${least} and ${amountText(max, decimals)}`
}

function sizeText(size: number | undefined): string {
  if (size === undefined) return ''
  return size === 1 ? ' (1 wallet)' : ` (${groupDigits(String(size))} wallets)`
}

function windowText(from: string | null, until: string | null, names: RuleNames): string {
  if (from !== null && until !== null) return `Between ${names.time(from)} and ${names.time(until)}`
  if (from !== null) return `From ${names.time(from)}`
  return until === null ? 'At any time' : `Until ${names.time(until)}`
}
