import { RATE_INVITES_PER_ADDRESS } from '@countersign/contract/limits.ts'
import * as contract from '@countersign/contract/routes/admin/invite.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { takeRate } from '../../platform/http/take-rate.ts'
import { readInvite } from './invite.ts'
import { createInvite, listInvites, revokeInvite } from './manage-invites.ts'

export const inviteRoutes = (context: Context, authorize: Authorize) => [
  endpoint(contract.lookUpInvite, async (exchange, _, { query }) => {
    takeRate(context, 'invite', exchange.ip, RATE_INVITES_PER_ADDRESS)
    const { invite, inviter } = await readInvite(context, query.token)
    return {
      inviter: inviter?.displayName ?? null,
      role: invite.role,
      wallet: invite.address === null ? null : shorten(checksumAddress(invite.address)),
      expiresAt: new Date(invite.expiresAt).toISOString(),
    }
  }),

  authorize(contract.listInvites, ({ query }) => listInvites(context, query)),

  authorize(contract.createInvite, (call) => createInvite(context, call, call.body)),

  authorize(contract.revokeInvite, (call) => revokeInvite(context, call, call.params.id)),
]

function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
