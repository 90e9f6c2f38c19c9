/** Rules that give parts of a protected host an access of their own: by path and method, first match wins. */

import * as z from 'zod/mini'
import { type AccessProblem, type AccessRule, accessFields, accessProblem } from './access.ts'
import { RULE_PATH_MAX, RULES_PER_HOST } from './limits/app-limits.ts'

export const ruleMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type RuleMethod = (typeof ruleMethods)[number]

/** `public` lets requests through without a session. */
export const ruleAccessSchema = z.enum(['public', 'everyone', 'groups'])
export type RuleAccess = z.infer<typeof ruleAccessSchema>

/**
 * `/exact` or `/prefix/*`, which also covers `/prefix` itself. Written in the one form that requests are normalized to:
 * no escapes, no empty or dot segments, no parameters, and never our own `/.countersign`.
 */
export function isRulePath(path: string): boolean {
  if (path.length > RULE_PATH_MAX || path === '/.countersign' || path.startsWith('/.countersign/')) return false
  return /^\/(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~!$&'()+,=:@-]+\/)*(?:\*|(?!\.{1,2}$)[A-Za-z0-9._~!$&'()+,=:@-]+)?$/.test(
    path,
  )
}

export const hostRuleSchema = z.strictObject({
  path: z.string().check(z.refine(isRulePath)),
  /** Empty: every method. GET covers HEAD. */
  methods: z.array(z.enum(ruleMethods)).check(z.maxLength(ruleMethods.length)),
  access: ruleAccessSchema,
  groupIds: accessFields.groupIds,
})
export type HostRule = z.infer<typeof hostRuleSchema>

export const hostRulesSchema = z.array(hostRuleSchema).check(z.maxLength(RULES_PER_HOST))

/** What is wrong with the `groupIds` of a rule; only `groups` has any. */
export function ruleProblem({ access, groupIds }: Pick<HostRule, 'access' | 'groupIds'>): AccessProblem | undefined {
  return accessProblem({ access: access === 'groups' ? 'groups' : 'everyone', groupIds })
}

/** What a request needs: the host's own access, or that of a rule. */
export type RequiredAccess = AccessRule | Pick<HostRule, 'access' | 'groupIds'>
