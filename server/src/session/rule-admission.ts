/** Sign-up by rule, for one sign-in: the rules are checked between two attempts, since no transaction waits for a chain. */

import type { Identity } from '../accounts/wallet/identify-wallet.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import type { SignUpCheck } from '../rules/sign-up.ts'
import type { Instance } from '../settings/read-settings.ts'
import { RuleCheckNeeded } from './admission.ts'

/** Undefined when rules do not decide who may sign up. */
export function openRuleAdmission(context: Context, { registration, registrationGroupIds }: Instance) {
  if (registration !== 'groups') return undefined
  // Imported on demand: most installations do not admit by rule.
  const signUp = import('../rules/sign-up.ts')
  let checked: SignUpCheck | undefined
  let signingUp = false
  return {
    isMet() {
      signingUp = checked !== undefined
      return signingUp
    },
    /** Throws the refusal if no rule lets the wallet in. */
    async check(error: unknown): Promise<void> {
      if (!(error instanceof RuleCheckNeeded)) throw error
      checked = await (await signUp).checkSignUp(context, error.account, registrationGroupIds)
    },
    async admit(queries: Queries, { person, created }: Identity): Promise<void> {
      if (!created || !signingUp || !checked) return
      await (await signUp).admitByRule(context, queries, { personId: person.id, check: checked })
    },
    /** The error to return for a refusal by a rule. */
    explain: async (error: unknown): Promise<unknown> => (await signUp).explainNotAdmitted(context, error),
  }
}
