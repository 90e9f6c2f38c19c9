import type { AccessRule } from '@countersign/contract/access.ts'
import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import type { Context } from '../../context.ts'
import { checkAccess, requireKnown } from '../../rules/membership.ts'

/** Throws `access_unknown` if a rule could not be checked. */
export async function isAllowed(context: Context, app: AccessRule, personId: string): Promise<boolean> {
  return requireKnown(await findAccess(context, app, personId))
}

export async function findAccess(context: Context, app: AccessRule, personId: string): Promise<RuleOutcome> {
  return app.access === 'everyone' ? 'yes' : (await checkAccess(context, app, personId)).outcome
}
