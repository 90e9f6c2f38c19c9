import { type Account, formatAccount } from '@countersign/contract/family/account.ts'
/** Decides who may sign up with a new wallet, and in which role. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { VERDICT_UNKNOWN_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import { findRequestState, SITE } from '../../accounts/access-request/access-request.ts'
import { useAcceptedSignUp, useInvite } from '../../accounts/invite/invite.ts'
import { isListedOwner } from '../../accounts/person/restore-and-promote.ts'
import type { SignUp } from '../../accounts/wallet/identify-wallet.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { Instance } from '../../settings/read-settings.ts'

/** Runs in the transaction of the sign-in; `account` is proven. */
type Admission = (queries: Queries, account: Account) => Promise<SignUp>

/** `rules`: what they say about this wallet. */
export function admission(
  context: Context,
  instance: Instance,
  { invite, rules }: { invite?: string | undefined; rules?: { refusal: AppError | undefined } | undefined },
): Admission {
  return async (queries, account) => {
    if (isListedOwner(context, account)) return { role: 'owner' }
    if (invite !== undefined) {
      const used = await useInvite(context, queries, { token: invite, account })
      return { role: used.role, inviteId: used.id, groupIds: used.groupIds }
    }
    if (instance.registration === 'open') return { role: 'member' }
    const accepted = await useAcceptedSignUp(context, queries, account)
    if (accepted) return { role: accepted.role, inviteId: accepted.id }
    if (instance.registration === 'closed') throw new AppError('registration_closed')
    if (instance.registration === 'groups') {
      // They were not checked: the wallet had an account until a moment ago.
      if (!rules) throw new AppError('access_unknown', { retryAfter: VERDICT_UNKNOWN_FRESH_MS / 1000 })
      if (rules.refusal) throw rules.refusal
      return { role: 'member', byRule: true }
    }
    // The wallet is proven, so the error may contain its request's state.
    const request = { subject: formatAccount(account), object: SITE, now: context.now() }
    throw new AppError('invite_required', { request: await findRequestState(queries, request) })
  }
}

/** `instance` may be older than the owner: its registration setting is too, so the sign-in is refused all the same. */
export function requireSetupDone(context: Context, { hasOwner }: Pick<Instance, 'hasOwner'>, account: Account): void {
  if (!hasOwner && !isListedOwner(context, account)) throw new AppError('setup_required')
}

/** Setup ignores the registration setting. */
export const admitAnyone: Admission = async () => ({ role: 'member' })
