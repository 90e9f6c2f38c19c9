/** Decides who may sign up with a new wallet, and in which role. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { type Account, formatAccount } from '@countersign/contract/family/account.ts'
import { VERDICT_UNKNOWN_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import { findRequestState, SITE } from '../../accounts/access-request/access-request.ts'
import { useAcceptedSignUp, useInvite } from '../../accounts/invite/invite.ts'
import type { Person } from '../../accounts/person/person.ts'
import { isListedOwner } from '../../accounts/person/restore-and-promote.ts'
import type { SignUp } from '../../accounts/wallet/identify-wallet.ts'
import { isLinked } from '../../accounts/wallet/wallet.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { requireUnspent } from '../../proof/challenge/spend-challenge.ts'
import type { VerifiedMessage } from '../../proof/challenge/verify-signed-message.ts'
import type { Instance } from '../../settings/read-settings.ts'

type NewWallet = {
  account: Account
  instance: Instance
  invite?: string | undefined
  /** What the rules say about this wallet. */
  rules?: { refusal: AppError | undefined } | undefined
}

/** Runs in the transaction of the sign-in; `account` is proven. */
export async function admit(
  context: Context,
  queries: Queries,
  { account, instance: { registration }, invite, rules }: NewWallet,
): Promise<SignUp> {
  if (isListedOwner(context, account)) return { role: 'owner' }
  if (invite !== undefined) {
    const used = await useInvite(context, queries, { token: invite, account })
    return { role: used.role, inviteId: used.id, groupIds: used.groupIds }
  }
  if (registration === 'open') return { role: 'member' }
  const accepted = await useAcceptedSignUp(context, queries, account)
  if (accepted) return { role: accepted.role, inviteId: accepted.id }
  if (registration === 'closed') throw new AppError('registration_closed')
  if (registration === 'groups') {
    // They were not checked: the wallet had an account until a moment ago.
    if (!rules) throw new AppError('access_unknown', { retryAfter: VERDICT_UNKNOWN_FRESH_MS / 1000 })
    if (rules.refusal) throw rules.refusal
    return { role: 'member', byRule: true }
  }
  // The wallet is proven, so the error may contain its request's state.
  const request = { subject: formatAccount(account), object: SITE, now: context.now() }
  throw new AppError('invite_required', { request: await findRequestState(queries, request) })
}

type Checking = { verified: VerifiedMessage; groupIds: readonly string[] }

/** Before the transaction, since none waits for a chain. Undefined if rules do not decide about this wallet. */
export async function checkRules(context: Context, { verified: { account, signed, count }, groupIds }: Checking) {
  if (isListedOwner(context, account) || (await isLinked(context, account))) return undefined
  // Nodes are asked only for a challenge that can still be used, and as often as a wallet may sign in.
  await requireUnspent(context.store, signed)
  count()
  // Imported on demand: most installations do not admit by rule.
  const { admitByRule, checkSignUp, explainNotAdmitted } = await import('../../rules/sign-up.ts')
  const check = await checkSignUp(context, account, groupIds)
  return {
    refusal: check.refusal,
    admit: (queries: Queries, { id }: Person) => admitByRule(context, queries, { personId: id, check }),
    explain: async (error: unknown): Promise<never> => {
      throw await explainNotAdmitted(context, error)
    },
  }
}
