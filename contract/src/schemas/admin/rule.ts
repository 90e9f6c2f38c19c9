import * as z from 'zod/mini'
import { TRY_ADDRESSES_MAX, WALLET_LIST_MAX_BYTES } from '../../limits/rule-limits.ts'
import { idSchema, timestampSchema } from '../id.ts'
import { pagedList } from '../list.ts'
import { namedPersonFields } from '../person.ts'
import { evmAddressSchema, ruleOutcomeSchema, ruleReasonSchema, ruleSchema, tokenLabelSchema } from '../rule/rule.ts'
import { personItemSchema } from './people.ts'

const walletListSchema = z.strictObject({ id: idSchema('lst'), wallets: z.number(), createdAt: timestampSchema })
export type WalletList = z.infer<typeof walletListSchema>

const groupRuleSchema = z.strictObject({
  rule: z.nullable(ruleSchema),
  /** Of the group, for the next change. */
  version: z.number(),
  /** The lists that the rule names. */
  lists: z.array(walletListSchema),
  /** People who are in the group by the rule now. */
  members: z.number(),
})
export type GroupRule = z.infer<typeof groupRuleSchema>

export const getGroupRule = { answer: groupRuleSchema }
export const setGroupRule = { body: z.strictObject({ rule: z.nullable(ruleSchema) }), answer: groupRuleSchema }

export const listRuleMembers = pagedList(z.strictObject({ person: personItemSchema, checkedAt: timestampSchema }))

/** CSV: one wallet per line, as an address, a CAIP-10 account or an ENS name, and an optional note. */
export const createWalletList = {
  body: z.strictObject({ csv: z.string().check(z.minLength(1), z.maxLength(WALLET_LIST_MAX_BYTES)) }),
  answer: walletListSchema,
}

export const getWalletList = {
  answer: z.strictObject({
    list: walletListSchema,
    items: z.array(
      z.strictObject({
        /** EIP-55 for Ethereum. */
        address: z.string(),
        /** Of a contract wallet; null for a key. */
        chainId: z.nullable(z.number()),
        /** The ENS name that was resolved when the list was created. */
        name: z.nullable(z.string()),
        note: z.nullable(z.string()),
      }),
    ),
  }),
}

const previewedPersonSchema = z.strictObject(namedPersonFields)
export type PreviewedPerson = z.infer<typeof previewedPersonSchema>

const rulePreviewSchema = z.strictObject({
  /** Active people, and how many of them were checked. */
  people: z.number(),
  checked: z.number(),
  yes: z.number(),
  no: z.number(),
  unknown: z.number(),
  /** Compared with who is in the group now, by rule or added by an admin. */
  gains: z.number(),
  loses: z.number(),
  /** The first people of each kind. */
  named: z.strictObject({
    yes: z.array(previewedPersonSchema),
    gains: z.array(previewedPersonSchema),
    loses: z.array(previewedPersonSchema),
    unknown: z.array(previewedPersonSchema),
  }),
  /** What changes for the person who asks. */
  self: z.enum(['stays_in', 'stays_out', 'gains', 'loses', 'unknown']),
  requests: z.number(),
})
export type RulePreview = z.infer<typeof rulePreviewSchema>

export const previewRule = { body: z.strictObject({ rule: ruleSchema }), answer: rulePreviewSchema }

const ruleTrialSchema = z.strictObject({
  outcome: ruleOutcomeSchema,
  reasons: z.array(ruleReasonSchema),
  /** EIP-55 addresses that were looked at. */
  wallets: z.array(z.string()),
})
export type RuleTrial = z.infer<typeof ruleTrialSchema>

/** Exactly one of `accounts` and `personId`. An account is an address, a CAIP-10 account or an ENS name. */
export const tryRule = {
  body: z.strictObject({
    rule: ruleSchema,
    accounts: z.optional(
      z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.minLength(1), z.maxLength(TRY_ADDRESSES_MAX)),
    ),
    personId: z.optional(idSchema('per')),
  }),
  answer: ruleTrialSchema,
}

export const listRuleNetworks = {
  answer: z.strictObject({ items: z.array(z.strictObject({ chainId: z.number(), name: z.string() })) }),
}

const contractDescriptionSchema = z.strictObject({
  /** False: there is nothing at the address on this network. */
  hasCode: z.boolean(),
  kind: z.enum(['erc20', 'erc721', 'erc1155', 'safe', 'access_control', 'access_manager', 'unknown']),
  token: tokenLabelSchema,
  /** ERC-721 Enumerable, which seats need. */
  enumerable: z.boolean(),
  /** EIP-1967: the controller of the proxy decides what the contract returns. */
  proxy: z.boolean(),
})
export type ContractDescription = z.infer<typeof contractDescriptionSchema>

export const describeContract = {
  query: z.strictObject({ chainId: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)), address: evmAddressSchema }),
  answer: contractDescriptionSchema,
}

export const checkPerson = {
  answer: z.strictObject({
    items: z.array(z.strictObject({ groupId: idSchema('grp'), name: z.string(), outcome: ruleOutcomeSchema })),
  }),
}
