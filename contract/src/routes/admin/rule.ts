import { RULE_BODY_MAX_BYTES, WALLET_LIST_MAX_BYTES } from '../../limits/rule-limits.ts'
import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/rule.ts'

export type {
  ContractDescription,
  GroupRule,
  PreviewedPerson,
  RulePreview,
  RuleTrial,
  WalletList,
} from '../../schemas/admin/rule.ts'

export const getGroupRule = defineRoute<typeof schemas.getGroupRule>()('GET /api/admin/groups/:id/rule', {
  permission: 'groups.read',
})

/** Null removes the rule: only people whom an admin added stay in the group. */
export const setGroupRule = defineRoute<typeof schemas.setGroupRule>()('PUT /api/admin/groups/:id/rule', {
  permission: 'groups',
  stepUp: { action: 'groups.rule', target: ['id'] },
  versioned: true,
  maxBody: RULE_BODY_MAX_BYTES,
})

/** People whom the rule puts in the group. */
export const listRuleMembers = defineRoute<typeof schemas.listRuleMembers>()('GET /api/admin/groups/:id/rule/members', {
  permission: 'groups.read',
})

/**
 * A list that no saved rule names is deleted after a day. Problems of rows are at `/csv/<line>`; the code of a row that
 * repeats an earlier one is `duplicate_of_<line>`.
 */
export const createWalletList = defineRoute<typeof schemas.createWalletList>()(
  'POST /api/admin/groups/:id/wallet-lists',
  { permission: 'groups', stepUp: 'admin', status: 201, maxBody: WALLET_LIST_MAX_BYTES, errors: ['rpc_unavailable'] },
)

export const getWalletList = defineRoute<typeof schemas.getWalletList>()(
  'GET /api/admin/groups/:id/wallet-lists/:listId',
  { permission: 'groups.read' },
)

/** Who would be in the group with this rule, and what would change. Nothing is saved. */
export const previewRule = defineRoute<typeof schemas.previewRule>()('POST /api/admin/groups/:id/rule/preview', {
  permission: 'groups',
  maxBody: RULE_BODY_MAX_BYTES,
})

/** The outcome for given addresses or one person, with reasons. */
export const tryRule = defineRoute<typeof schemas.tryRule>()('POST /api/admin/groups/:id/rule/try', {
  permission: 'groups',
  maxBody: RULE_BODY_MAX_BYTES,
})

/** Names of the networks that conditions can read. Endpoints are for owners only. */
export const listRuleNetworks = defineRoute<typeof schemas.listRuleNetworks>()('GET /api/admin/rule-networks', {
  permission: 'groups.read',
})

/** What is at an address: kind, name, symbol, decimals, and whether it is a proxy. */
export const describeContract = defineRoute<typeof schemas.describeContract>()('GET /api/admin/contracts', {
  permission: 'groups',
  errors: ['network_not_configured', 'rpc_unavailable'],
})

/** Checks the rules of all groups for one person now. */
export const checkPerson = defineRoute<typeof schemas.checkPerson>()('POST /api/admin/people/:id/check', {
  permission: 'people.write',
  stepUp: 'admin',
})
