/** Access rules for parts of a protected host, by path and method; the first match wins. */

import type { AccessRule } from '../access.ts'
import { RULE_PATH_MAX } from '../limits/app-limits.ts'

export const ruleMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type RuleMethod = (typeof ruleMethods)[number]

/** `public` lets requests through without a session. */
export type RuleAccess = AccessRule['access'] | 'public'

export type HostRule = { path: string; methods: RuleMethod[]; access: RuleAccess; groupIds: string[] }

/** `/exact` or `/prefix/*`, normalized as requests are: no escapes, no empty or dot segments, no parameters. */
export function isRulePath(path: string): boolean {
  if (path.length > RULE_PATH_MAX || path === '/.countersign' || path.startsWith('/.countersign/')) return false
  return /^\/(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~!$&'()+,=:@-]+\/)*(?:\*|(?!\.{1,2}$)[A-Za-z0-9._~!$&'()+,=:@-]+)?$/.test(
    path,
  )
}

export type RequiredAccess = Pick<HostRule, 'access' | 'groupIds'>
