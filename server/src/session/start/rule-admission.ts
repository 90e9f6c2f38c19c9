/** Sign-up by rule. The rules are checked before the transaction, since none waits for a chain. */

import type { Person } from '../../accounts/person/person.ts'
import { isListedOwner } from '../../accounts/person/restore-and-promote.ts'
import { isLinked } from '../../accounts/wallet/wallet.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { requireUnspent } from '../../proof/challenge/spend-challenge.ts'
import type { VerifiedMessage } from '../../proof/challenge/verify-signed-message.ts'
import type { Instance } from '../../settings/read-settings.ts'

type NewWallet = { verified: VerifiedMessage; invite: string | undefined }

/** Undefined unless rules decide whether this wallet may sign up. */
export async function checkRules(
  context: Context,
  { registration, registrationGroupIds }: Instance,
  { verified: { account, signed, count }, invite }: NewWallet,
) {
  if (registration !== 'groups' || invite !== undefined || isListedOwner(context, account)) return undefined
  if (await isLinked(context, account)) return undefined
  // Nodes are asked only for a challenge that can still be used, and as often as a wallet may sign in.
  await requireUnspent(context.store, signed)
  count()
  // Imported on demand: most installations do not admit by rule.
  const { admitByRule, checkSignUp, explainNotAdmitted } = await import('../../rules/sign-up.ts')
  const check = await checkSignUp(context, account, registrationGroupIds)
  return {
    refusal: check.refusal,
    admit: (queries: Queries, { id }: Person) => admitByRule(context, queries, { personId: id, check }),
    explain: async (error: unknown): Promise<never> => {
      throw await explainNotAdmitted(context, error)
    },
  }
}
