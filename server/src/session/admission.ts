/** Who may come in with a wallet nobody knows yet, and as what. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Role } from '@countersign/contract/person.ts'
import type { Context } from '../context.ts'
import { useInvite } from '../invite/invite.ts'
import type { Instance } from '../setting/instance.ts'
import type { Queries } from '../store/database.ts'
import { type Account, KEY_CHAIN } from '../wallet/wallet.ts'

export type Admitted = { role: Role; inviteId?: string }

/** Decides in the sign-in's own transaction; `account` is proven. */
export type Admission = (queries: Queries, account: Account) => Promise<Admitted>

export function admission(context: Context, instance: Instance, invite: string | undefined): Admission {
  return async (queries, account) => {
    const { address, chainRef } = account
    // Named by address alone: a contract there on some chain may be anybody's.
    if (chainRef === KEY_CHAIN && context.config.ownerWallets.includes(address)) return { role: 'owner' }
    if (invite !== undefined) {
      const used = await useInvite(context, queries, { token: invite, account })
      return { role: used.role, inviteId: used.id }
    }
    if (instance.registration === 'open') return { role: 'member' }
    throw new AppError(instance.registration === 'invite' ? 'invite_required' : 'registration_closed')
  }
}

/** Setup makes its own person, whatever the rule for others. */
export const anyoneIsAdmitted: Admission = async () => ({ role: 'member' })
