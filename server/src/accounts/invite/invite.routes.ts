import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { RATE_INVITES_PER_ADDRESS } from '@countersign/contract/limits.ts'
import { personName } from '@countersign/contract/names/person-name.ts'
import * as contract from '@countersign/contract/routes/admin/invite.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { takeRate } from '../../platform/http/request/client-ip.ts'
import { presentAddress } from '../person/present-person.ts'
import { readInvite } from './invite.ts'

export const inviteRoutes = (context: Context, authorize: Authorize) => [
  endpoint(contract.lookUpInvite, async (exchange, _, { query }) => {
    takeRate(context, 'invite', exchange.ip, RATE_INVITES_PER_ADDRESS)
    const invite = await readInvite(context, query.token)
    return {
      inviter: personName(presentAddress(invite.inviter)),
      role: invite.role,
      wallet: invite.address === null ? null : shortAddress(formatAddress(invite.address)),
      namespace: invite.address === null ? null : (namespaceOfAddress(invite.address) ?? null),
      expiresAt: new Date(invite.expiresAt).toISOString(),
    }
  }),

  // Imported on demand, since most people are no admins.
  authorize(contract.listInvites, async ({ query }) => {
    const { listInvites } = await import('./manage-invites.ts')
    return listInvites(context, query)
  }),

  authorize(contract.createInvite, async (call) => {
    const { createInvite } = await import('./manage-invites.ts')
    return createInvite(context, call, call.body)
  }),

  authorize(contract.revokeInvite, async (call) => {
    const { revokeInvite } = await import('./manage-invites.ts')
    return revokeInvite(context, call, call.params.id)
  }),
]
