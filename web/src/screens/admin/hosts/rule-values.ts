import { type HostRule, isRulePath, ruleMethods } from '@countersign/contract/host-rule.ts'
import { hosts } from '../../../words/admin.ts'

const { rules: words } = hosts

/** Chosen groups stay while the person looks at the other options. */
export type RuleDraft = HostRule
export type RuleRefusals = { path?: string; access?: string }

/** Closed unless somebody opens it. */
export const NEW_RULE: RuleDraft = { path: '/', methods: [], access: 'groups', groupIds: [] }

export function ruleRefusals({ path, access, groupIds }: RuleDraft): RuleRefusals {
  return {
    ...(isRulePath(path.trim()) ? {} : { path: words.pathWrong }),
    ...(access === 'groups' && groupIds.length === 0 ? { access: words.groupMissing } : {}),
  }
}

export function areRules(drafts: readonly RuleDraft[]): boolean {
  return drafts.every((draft) => Object.keys(ruleRefusals(draft)).length === 0)
}

/** Of drafts without a refusal. Methods are in the one order. */
export function ruleBodies(drafts: readonly RuleDraft[]): HostRule[] {
  return drafts.map(({ path, methods, access, groupIds }) => ({
    path: path.trim(),
    methods: ruleMethods.filter((method) => methods.includes(method)),
    access,
    groupIds: access === 'groups' ? groupIds : [],
  }))
}
