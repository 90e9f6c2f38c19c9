/** Rules that give parts of a protected host an access of their own: by path and method, first match wins. */

import { type AccessProblem, type AccessRule, accessProblem } from './access.ts'
import { RULE_PATH_MAX } from './limits/app-limits.ts'

export const ruleMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type RuleMethod = (typeof ruleMethods)[number]

/** `public` lets requests through without a session. */
export type RuleAccess = AccessRule['access'] | 'public'

export type HostRule = { path: string; methods: RuleMethod[]; access: RuleAccess; groupIds: string[] }

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

/** What is wrong with the `groupIds` of a rule; only `groups` has any. */
export function ruleProblem({ access, groupIds }: Pick<HostRule, 'access' | 'groupIds'>): AccessProblem | undefined {
  return accessProblem({ access: access === 'groups' ? 'groups' : 'everyone', groupIds })
}

/** What a request needs: the host's own access, or that of a rule. */
export type RequiredAccess = AccessRule | Pick<HostRule, 'access' | 'groupIds'>
