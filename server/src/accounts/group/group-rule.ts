import * as store from './group-rule.store.ts'

export type { GroupRuleRecord } from './group-rule.store.ts'

export const findGroupRule = store.findGroupRule
export const findGroupRules = store.findGroupRules
