import * as groups from './group.store.ts'
import * as store from './group-rule.store.ts'

export type { GroupRecord } from './group.store.ts'
export type { GroupRuleRecord } from './group-rule.store.ts'

export const { findGroup, lockGroup } = groups
export const { findGroupRule, findGroupRuleForVerdicts, findGroupRules, updateRule } = store
