import { RATE_INVITES_PER_ADDRESS } from '@countersign/contract/limits.ts'
import {
  createInvite as createInviteRoute,
  listInvites as listInvitesRoute,
  lookUpInvite,
  revokeInvite as revokeInviteRoute,
} from '@countersign/contract/routes/admin/invite.ts'
import { authorizeRoute } from '../../access/authorize-route.ts'
import type { Context } from '../../context.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { takeRate } from '../../platform/http/take-rate.ts'
import type { SessionRecord } from '../../session/session.store.ts'
import { readInvite } from './invite.ts'
import { createInvite, listInvites, type Manager, revokeInvite } from './manage-invites.ts'

export const inviteRoutes = (context: Context) => [
  endpoint(lookUpInvite, async (exchange, _, { query }) => {
    takeRate(context, 'invite', exchange.ip, RATE_INVITES_PER_ADDRESS)
    const { invite, inviter } = await readInvite(context, query.token)
    return {
      inviter: inviter?.displayName ?? null,
      role: invite.role,
      wallet: invite.address === null ? null : shorten(checksumAddress(invite.address)),
      expiresAt: new Date(invite.expiresAt).toISOString(),
    }
  }),

  authorizeRoute(context, listInvitesRoute, ({ query }) => listInvites(context, query)),

  authorizeRoute(context, createInviteRoute, (call) => createInvite(context, manager(call), call.body)),

  authorizeRoute(context, revokeInviteRoute, async (call) => {
    await revokeInvite(context, manager(call), call.params.id)
    return undefined
  }),
]

function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

function manager({ exchange, session }: { exchange: Exchange; session: SessionRecord }): Manager {
  return { person: session.person, sessionId: session.id, source: exchange.source }
}
