/** Turns the form of a condition into the condition, or reports what is wrong at each field. */

import { ATTESTERS_MAX, RULE_NAMES_MAX, TOKEN_IDS_MAX } from '@countersign/contract/limits/rule-limits.ts'
import { parseAmount } from '@countersign/contract/rule/format-amount.ts'
import { parseHatId } from '@countersign/contract/rule/hat-id.ts'
import type { LeafCondition, TokenLabel } from '@countersign/contract/rule/rule.ts'
import type { FieldErrors } from '../../../../../forms/form.ts'
import { filledLines } from '../../../../../forms/typed-text.ts'
import { hashText, parseAddress } from '../../../../../wallet/evm/checksum.ts'
import { conditions as words } from '../../../../../words/admin/conditions.ts'
import { type ConditionValues, decimalsOf, utcTime } from './condition-values.ts'

export type ConditionErrors = FieldErrors<ConditionValues>
type Built = { condition: LeafCondition } | { errors: ConditionErrors }
type FieldName = keyof ConditionValues & string

const WORD_MAX = 2n ** 256n - 1n
const ROLE_NUMBER_MAX = 2n ** 64n - 1n

/** Collects the first error of each field; a field with an error has some value that is never used. */
class Reader {
  readonly errors: Partial<Record<FieldName, string>> = {}
  readonly values: ConditionValues

  constructor(values: ConditionValues) {
    this.values = values
  }

  fail(name: FieldName, text: string): void {
    this.errors[name] ??= text
  }

  /** The value, or nothing with this error. */
  need(name: FieldName, value: string | undefined, error: string): string {
    if (value === undefined) this.fail(name, error)
    return value ?? ''
  }

  /** The text, or nothing with this error if it has another form. */
  matching(name: FieldName, text: string, pattern: RegExp, error: string): string {
    return this.need(name, pattern.test(text) ? text : undefined, error)
  }

  chainId(): number {
    return Number(this.matching('chainId', this.values.chainId, /^[1-9]\d{0,15}$/, words.networkMissing))
  }

  place(): { chainId: number; contract: string } {
    return { chainId: this.chainId(), contract: this.address('contract') }
  }

  address(name: 'contract' | 'indexer'): string {
    const parsed = parseAddress(this.values[name])
    if ('address' in parsed) return parsed.address
    return this.need(name, undefined, parsed.problem === 'checksum' ? words.checksumWrong : words.addressWrong)
  }

  whole(name: 'tokenId' | 'eventId'): string {
    return this.need(name, readWhole(this.values[name]), words.wholeWrong)
  }

  /** More than zero, as an amount of nothing is held by everyone. */
  amount(name: 'min' | 'max', decimals: number): string {
    const parsed = parseAmount(this.values[name], decimals)
    if ('amount' in parsed && (name === 'max' || parsed.amount !== '0')) return parsed.amount
    const isTooFine = 'problem' in parsed && parsed.problem === 'too_many_decimals'
    this.fail(name, isTooFine ? words.amountTooFine(decimals) : words.amountWrong)
    return '1'
  }

  range(token: TokenLabel): { min: string; max: string | null } {
    const decimals = decimalsOf(this.values.kind, token)
    const min = this.amount('min', decimals)
    const max = this.values.max.trim() === '' ? null : this.amount('max', decimals)
    if (max !== null && BigInt(max) < BigInt(min)) this.fail('max', words.maxBelow)
    return { min, max }
  }
}

export function buildCondition(values: ConditionValues, token: TokenLabel): Built {
  const reader = new Reader(values)
  const condition = readCondition(reader, token)
  return Object.keys(reader.errors).length > 0 ? { errors: reader.errors as ConditionErrors } : { condition } // its own fields
}

function readCondition(reader: Reader, token: TokenLabel): LeafCondition {
  const { kind } = reader.values
  return { kind, ...readers[kind](reader, token) } as LeafCondition // by the reader of its kind
}

type Read<Kind> = (reader: Reader, token: TokenLabel) => Omit<Extract<LeafCondition, { kind: Kind }>, 'kind'>

const readers: { [Kind in LeafCondition['kind']]: Read<Kind> } = {
  wallet_list(reader) {
    const { listId } = reader.values
    if (listId === '') reader.fail('csv', words.listMissing)
    return { listId }
  },
  group: (reader) => ({ groupId: reader.need('groupId', reader.values.groupId || undefined, words.groupMissing) }),
  role(reader) {
    const { roles } = reader.values
    if (roles.length === 0) reader.fail('roles', words.rolesMissing)
    return { roles }
  },
  wallet_kind: ({ values: { wallet } }) => ({ wallet }),
  time_window: readTimeWindow,
  ens_name: (reader) => ({ chainId: 1, names: readNames(reader), subnames: reader.values.subnames }),
  native_balance: (reader, token) => ({ chainId: reader.chainId(), ...reader.range(token) }),
  erc20_balance: readBalance,
  erc721_balance: readBalance,
  erc1155_balance: (reader, token) => ({ ...readBalance(reader, token), tokenIds: readTokenIds(reader) }),
  erc721_token: (reader, token) => ({ ...reader.place(), token, tokenId: reader.whole('tokenId') }),
  safe_owner: (reader) => reader.place(),
  contract_role: (reader) => ({ ...reader.place(), system: reader.values.system, ...readRole(reader) }),
  hat: (reader) => ({
    ...reader.place(),
    hatId: reader.need('hatId', parseHatId(reader.values.hatId), words.hatWrong),
  }),
  attestation: (reader) => ({
    ...reader.place(),
    indexer: reader.address('indexer'),
    schema: reader.matching('schema', reader.values.schema.trim().toLowerCase(), /^0x[0-9a-f]{64}$/, words.schemaWrong),
    attesters: readAttesters(reader),
  }),
  poap: (reader) => ({ ...reader.place(), eventId: reader.whole('eventId') }),
  contract_call(reader) {
    const place = reader.place()
    const { returns } = reader.values
    const min = returns === 'uint256' ? reader.amount('min', 0) : null
    return { ...place, method: readMethod(reader), returns, min }
  },
}

function readBalance(reader: Reader, token: TokenLabel) {
  return { ...reader.place(), token, ...reader.range(token) }
}

function readTimeWindow(reader: Reader): { from: string | null; until: string | null } {
  const from = utcTime(reader.values.from)
  const until = utcTime(reader.values.until)
  if (from === null && until === null) reader.fail('from', words.timeMissing)
  if (from !== null && until !== null && from >= until) reader.fail('until', words.timeOrder)
  return { from, until }
}

function readTokenIds(reader: Reader): string[] {
  const typed = reader.values.tokenIds.split(/[\s,;]+/).filter((part) => part !== '')
  const ids = typed.flatMap((part) => readWhole(part) ?? [])
  if (ids.length !== typed.length || ids.length === 0 || ids.length > TOKEN_IDS_MAX)
    reader.fail('tokenIds', words.tokenIdsWrong(TOKEN_IDS_MAX))
  return [...new Set(ids)]
}

const DEFAULT_ADMIN_ROLE = 'DEFAULT_ADMIN_ROLE'

function readRole(reader: Reader): { role: string; roleName: string | null } {
  const { system } = reader.values
  const typed = reader.values.role.trim()
  if (system === 'access_manager') {
    const number = readWhole(typed)
    const role = number !== undefined && BigInt(number) <= ROLE_NUMBER_MAX ? number : undefined
    return { role: reader.need('role', role, words.roleNumberWrong), roleName: null }
  }
  const role = reader.need('role', roleHash(typed), words.roleNameWrong)
  return { role, roleName: /^0x/.test(typed) ? null : typed }
}

/** The identifier of an AccessControl role: the hash of its name, or zero for the default admin. */
export function roleHash(typed: string): string | undefined {
  const text = typed.trim()
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase()
  if (text === DEFAULT_ADMIN_ROLE) return `0x${'0'.repeat(64)}`
  return /^[A-Z][A-Z0-9_]{0,99}$/.test(text) ? hashText(text) : undefined
}

function readMethod(reader: Reader): string {
  const method = reader.values.method.trim().replace(/\((?:address[^)]*)?\)$/, '')
  return reader.matching('method', method, /^[A-Za-z_$][A-Za-z0-9_$]{0,79}$/, words.methodWrong)
}

function readNames(reader: Reader): string[] {
  const lines = filledLines(reader.values.names)
  const wrong = lines.find(({ text }) => text.length > 255 || !/^[^\s\p{Cc}]+\.[^\s\p{Cc}.]+$/u.test(text))
  if (wrong) reader.fail('names', words.namesWrong(wrong.line))
  else if (lines.length === 0 || lines.length > RULE_NAMES_MAX) reader.fail('names', words.namesMissing(RULE_NAMES_MAX))
  return [...new Set(lines.map(({ text }) => text.toLowerCase()))]
}

function readAttesters(reader: Reader): string[] {
  const lines = filledLines(reader.values.attesters)
  const firstLines = new Map<string, number>()
  for (const { text, line } of lines) {
    const parsed = parseAddress(text)
    const address = 'address' in parsed ? parsed.address : ''
    const first = firstLines.get(address)
    if ('problem' in parsed)
      reader.fail('attesters', parsed.problem === 'checksum' ? words.lineChecksum(line) : words.lineWrong(line))
    else if (first !== undefined) reader.fail('attesters', words.lineTwice(line, first))
    else firstLines.set(address, line)
  }
  if (lines.length === 0 || lines.length > ATTESTERS_MAX)
    reader.fail('attesters', words.attestersMissing(ATTESTERS_MAX))
  return [...firstLines.keys()]
}

function readWhole(text: string): string | undefined {
  const typed = text.trim()
  if (!/^\d{1,78}$/.test(typed)) return undefined
  const number = BigInt(typed)
  return number <= WORD_MAX ? number.toString() : undefined
}
