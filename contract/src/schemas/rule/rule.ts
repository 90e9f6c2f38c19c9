import * as z from 'zod/mini'
import {
  ATTESTERS_MAX,
  GRACE_MINUTES,
  HELD_BLOCKS_MAX,
  LINKED_HOURS_MAX,
  REFUSAL_TEXT_MAX,
  RULE_CONDITIONS_MAX,
  RULE_DEPTH_MAX,
  RULE_NAMES_MAX,
  TOKEN_IDS_MAX,
} from '../../limits/rule-limits.ts'
import { idSchema, timestampSchema } from '../id.ts'
import { roleSchema } from '../person.ts'

/** Levels of JSON: two per combining condition, and those of the innermost condition. */
const NESTING_MAX = 2 * RULE_DEPTH_MAX + 4
const WORD_MAX = 2n ** 256n - 1n

const chainIdSchema = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
/** Lower case; the editor checks the checksum before. */
export const evmAddressSchema = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))
/** A decimal number of 256 bits. Amounts are in the smallest unit. `abort`: BigInt throws on anything else. */
const uint256Schema = z.string().check(
  z.regex(/^(?:0|[1-9][0-9]{0,77})$/, { abort: true }),
  z.refine((value) => BigInt(value) <= WORD_MAX),
)
const amountSchema = z.string().check(
  z.regex(/^[1-9][0-9]{0,77}$/, { abort: true }),
  z.refine((value) => BigInt(value) <= WORD_MAX),
)
const bytes32Schema = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const ensNameSchema = z.string().check(z.minLength(3), z.maxLength(255), z.regex(/^[^\s\p{Cc}]+\.[^\s\p{Cc}.]+$/u))

/** What the contract said about itself when the condition was added. For display only. */
export const tokenLabelSchema = z.strictObject({
  name: z.nullable(z.string().check(z.maxLength(100))),
  symbol: z.nullable(z.string().check(z.maxLength(30))),
  decimals: z.nullable(z.int().check(z.minimum(0), z.maximum(77))),
})
export type TokenLabel = z.infer<typeof tokenLabelSchema>

const atContract = { chainId: chainIdSchema, contract: evmAddressSchema }
const ofToken = { ...atContract, token: tokenLabelSchema }
const range = { min: amountSchema, max: z.nullable(uint256Schema) }
const kind = <K extends string>(name: K) => ({ kind: z.literal(name) })

/** A function: schemas take memory, and many installations have no rules. */
const leaves = () =>
  [
    z.strictObject({ ...kind('wallet_list'), listId: idSchema('lst') }),
    z.strictObject({ ...kind('group'), groupId: idSchema('grp') }),
    z.strictObject({ ...kind('role'), roles: z.array(roleSchema).check(z.minLength(1), z.maxLength(4)) }),
    z.strictObject({ ...kind('wallet_kind'), wallet: z.enum(['key', 'contract']) }),
    z.strictObject({ ...kind('time_window'), from: z.nullable(timestampSchema), until: z.nullable(timestampSchema) }),
    z.strictObject({ ...kind('native_balance'), chainId: chainIdSchema, ...range }),
    z.strictObject({ ...kind('erc20_balance'), ...ofToken, ...range }),
    z.strictObject({ ...kind('erc721_balance'), ...ofToken, ...range }),
    z.strictObject({ ...kind('erc721_token'), ...ofToken, tokenId: uint256Schema }),
    z.strictObject({
      ...kind('erc1155_balance'),
      ...ofToken,
      ...range,
      tokenIds: z.array(uint256Schema).check(z.minLength(1), z.maxLength(TOKEN_IDS_MAX)),
    }),
    z.strictObject({ ...kind('safe_owner'), ...atContract }),
    /** OpenZeppelin: `role` is 32 bytes as hex for AccessControl, a decimal number of 64 bits for AccessManager. */
    z.strictObject({
      ...kind('contract_role'),
      ...atContract,
      system: z.enum(['access_control', 'access_manager']),
      role: z.union([bytes32Schema, uint256Schema.check(z.refine((value) => BigInt(value) < 2n ** 64n))]),
      roleName: z.nullable(z.string().check(z.maxLength(100))),
    }),
    /** `hatId` is the 256-bit id as a decimal number. */
    z.strictObject({ ...kind('hat'), ...atContract, hatId: uint256Schema }),
    /** Owns one of the names; or, with `subnames`, has a primary name below one of them. */
    z.strictObject({
      ...kind('ens_name'),
      chainId: z.literal(1),
      names: z.array(ensNameSchema).check(z.minLength(1), z.maxLength(RULE_NAMES_MAX)),
      subnames: z.boolean(),
    }),
    z.strictObject({
      ...kind('attestation'),
      ...atContract,
      indexer: evmAddressSchema,
      schema: bytes32Schema,
      attesters: z.array(evmAddressSchema).check(z.minLength(1), z.maxLength(ATTESTERS_MAX)),
    }),
    z.strictObject({ ...kind('poap'), ...atContract, eventId: uint256Schema }),
    /** `method(address)`: true, or at least `min`. */
    z.strictObject({
      ...kind('contract_call'),
      ...atContract,
      method: z.string().check(z.regex(/^[A-Za-z_$][A-Za-z0-9_$]{0,79}$/)),
      returns: z.enum(['bool', 'uint256']),
      min: z.nullable(amountSchema),
    }),
  ] as const

type Leaf = z.infer<ReturnType<typeof leaves>[number]>

export type Condition =
  | Leaf
  | { kind: 'all'; conditions: Condition[] }
  | { kind: 'any'; conditions: Condition[] }
  | { kind: 'at_least'; count: number; conditions: Condition[] }
  | { kind: 'not'; condition: Condition }
export type ConditionKind = Condition['kind']

/** Called by the lazy schema, because conditions contain conditions. */
const combining = () => {
  const conditions = z.array(conditionSchema).check(z.maxLength(RULE_CONDITIONS_MAX))
  return [
    z.strictObject({ ...kind('all'), conditions }),
    z.strictObject({ ...kind('any'), conditions }),
    z.strictObject({ ...kind('at_least'), count: z.int().check(z.minimum(1)), conditions }),
    z.strictObject({ ...kind('not'), condition: conditionSchema }),
  ] as const
}

export const conditionSchema: z.ZodMiniType<Condition> = z.lazy(() =>
  z.discriminatedUnion('kind', [...leaves(), ...combining()]),
)

/** Checked first: parsing deeply nested input exhausts the stack. */
const shallow = z.unknown().check(z.refine((value) => !isNestedDeeply([value])))

function isNestedDeeply(values: readonly unknown[]): boolean {
  let level = values
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > NESTING_MAX) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}

export const ruleSchema = z.strictObject({
  condition: z.pipe(shallow, conditionSchema),
  /** `together`: amounts of all wallets are added. `each`: one wallet must meet the whole rule alone. */
  wallets: z.enum(['together', 'each']),
  /** Wallets count once they have been linked this long. */
  linkedHours: z.int().check(z.minimum(0), z.maximum(LINKED_HOURS_MAX)),
  /** Whether vaults that delegate to a wallet count (delegate.xyz). */
  delegations: z.boolean(),
  /** One person per ERC-721 token. */
  seats: z.boolean(),
  /** Balances must also have been there this many blocks ago. */
  heldBlocks: z.int().check(z.minimum(0), z.maximum(HELD_BLOCKS_MAX)),
  /** How long people stay in the group while the rule cannot be checked. */
  graceMinutes: z.int().check(z.minimum(GRACE_MINUTES.least), z.maximum(GRACE_MINUTES.most)),
  refusalText: z.nullable(z.string().check(z.minLength(1), z.maxLength(REFUSAL_TEXT_MAX))),
  /** Whether refused people see which condition failed and what was found. */
  showReasons: z.boolean(),
})
export type Rule = z.infer<typeof ruleSchema>

export const ruleOutcomeSchema = z.enum(['yes', 'no', 'unknown'])
export type RuleOutcome = z.infer<typeof ruleOutcomeSchema>

/** Why a condition could not be checked, or why a met one does not count. */
export const reasonProblemSchema = z.enum([
  'network_missing',
  'network_unavailable',
  'network_behind',
  'endpoints_disagree',
  'no_code',
  'contract_failed',
  'too_many_items',
  'seat_taken',
])
export type ReasonProblem = z.infer<typeof reasonProblemSchema>

/** The outcome of one condition that combines no others. */
export const ruleReasonSchema = z.strictObject({
  /** Its place in the rule, such as `/condition/conditions/1`. */
  path: z.string(),
  outcome: ruleOutcomeSchema,
  problem: z.nullable(reasonProblemSchema),
  /** The amount found, in the smallest unit; null if the condition has no amount or it is unknown. */
  found: z.nullable(z.string()),
  /** Addresses of wallets and vaults that were looked at. */
  wallets: z.array(z.string()),
  /** The block that was read; null for conditions that read no chain. */
  block: z.nullable(z.number()),
})
export type RuleReason = z.infer<typeof ruleReasonSchema>

/** One group that grants access, as shown to a person without access. */
export const requirementSchema = z.strictObject({
  /** False: only an administrator adds people to this group. */
  hasRule: z.boolean(),
  outcome: ruleOutcomeSchema,
  /** The operator's own words. */
  text: z.nullable(z.string()),
  /** Null when the operator does not show them. */
  details: z.nullable(
    z.strictObject({
      condition: conditionSchema,
      wallets: z.enum(['together', 'each']),
      delegations: z.boolean(),
      reasons: z.array(ruleReasonSchema),
      networks: z.record(z.string(), z.string()),
      groups: z.record(z.string(), z.string()),
    }),
  ),
})
export type Requirement = z.infer<typeof requirementSchema>
