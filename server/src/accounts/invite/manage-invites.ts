import { AppError } from '@countersign/contract/error/errors.ts'
import { type Account, parseAccount } from '@countersign/contract/family/account.ts'
import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import { inviteBounds } from '@countersign/contract/invite-bounds.ts'
import { INVITE_TTL_RANGE_MS, LINK_TOKEN_BYTES } from '@countersign/contract/limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { createInvite as createInviteRoute, Invite } from '@countersign/contract/routes/admin/invite.ts'
import type { PageOf, Paging } from '@countersign/contract/schemas/list.ts'
import { recordEvent, recordRefusal } from '../../audit/record-event.ts'
import type { Acting, Caller } from '../../call.ts'
import type { Context } from '../../context.ts'
import { formatAddress, hasWrongChecksum } from '../../platform/crypto/address.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId, newToken } from '../../platform/crypto/id.ts'
import { readPage } from '../../platform/list-page.ts'
import { contractChainOf } from '../../proof/account.ts'
import { parseTypedAccount } from '../../proof/parse-typed-account.ts'
import { findGroupNames } from '../group/group.ts'
import { requireGroups } from '../group/group-access.ts'
import { presentAddress } from '../person/present-person.ts'
import { findInvites, findListedInvite, insertInvite, type ListedInvite, revokeOnce } from './invite.store.ts'
import { mayInvite } from './invite.ts'

type Manager = { session: Caller; actor: Acting }

/** The link is in the answer only; the database keeps its hash. */
export async function createInvite(
  context: Context,
  manager: Manager,
  { role, account, groupIds = [], maxUses, expiresInMs }: BodyOf<typeof createInviteRoute>,
): Promise<{ invite: Invite; url: string }> {
  const { person } = manager.session
  const { usesMax, ttlMax } = inviteBounds(role)
  const fields = [
    ...(expiresInMs < INVITE_TTL_RANGE_MS.least || expiresInMs > ttlMax
      ? [{ path: '/expiresInMs', code: 'out_of_range' }]
      : []),
    ...(maxUses > usesMax ? [{ path: '/maxUses', code: 'out_of_range' }] : []),
  ]
  if (fields.length > 0) throw new AppError('invalid_body', { fields })
  if (!mayInvite(person.role, role))
    throw recordRoleTooHigh(context, manager, { call: 'POST /api/admin/invites', role })
  const { address, chain } = account === undefined ? { address: null, chain: null } : await readAccount(account)
  const now = context.now()
  const id = newId(context, 'inv')
  const token = newToken(context, LINK_TOKEN_BYTES)
  const invite = {
    id,
    role,
    address,
    chain,
    maxUses,
    createdBy: person.id,
    createdAt: now,
    expiresAt: now + expiresInMs,
    groupIds: [...new Set(groupIds)],
    requestId: null,
  }
  const created = await manager.actor.transaction(async (queries) => {
    await requireGroups(queries, invite.groupIds)
    await insertInvite(queries, { ...invite, tokenHash: sha256(token) })
    const groups = invite.groupIds.join(' ')
    const data = { inviteId: id, role, maxUses, bound: address !== null, ...(groups === '' ? {} : { groups }) }
    await recordEvent(context, queries, { kind: 'invite.created', ...manager.actor, data })
    return findListedInvite(queries, id)
  })
  if (!created) throw new AppError('not_found')
  return {
    invite: present(created, { now, names: await findGroupNames(context.store) }),
    url: `${context.config.origin}/invite/${token}`,
  }
}

export async function listInvites(context: Context, paging: Paging): Promise<PageOf<Invite>> {
  const { rows, nextCursor } = await readPage(paging, {
    cursorForm: /^inv_[0-9A-Z]{26}$/,
    read: ({ after, most }) => findInvites(context.store, { before: after, limit: most }),
  })
  const details = { now: context.now(), names: await findGroupNames(context.store) }
  return { items: rows.map((invite) => present(invite, details)), nextCursor }
}

export function revokeInvite(context: Context, manager: Manager, id: string): Promise<void> {
  return manager.actor.transaction(async (queries) => {
    const invite = await findListedInvite(queries, id)
    if (!invite) throw new AppError('not_found')
    if (invite.inviterRole === 'owner' && manager.session.person.role !== 'owner')
      throw recordRoleTooHigh(context, manager, { call: 'DELETE /api/admin/invites/:id', inviteId: id })
    if (!(await revokeOnce(queries, { id, now: context.now() }))) return
    await recordEvent(context, queries, { kind: 'invite.revoked', ...manager.actor, data: { inviteId: id } })
  })
}

/** Names the field, as for other values of the form. */
async function readAccount(account: string): Promise<Account> {
  try {
    return await parseTypedAccount(account)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, {
      detail: error.detail,
      fields: [{ path: '/account', code: problemOf(account, error) }],
    })
  }
}

function problemOf(account: string, { code }: AppError): string {
  const written = parseAccount(account)
  if (written?.namespace !== 'eip155' || code !== 'address_invalid') return code
  return hasWrongChecksum(written.address) ? 'checksum' : 'reserved'
}

/** The chain of a contract wallet. */
function chainOf({ address, chain }: ListedInvite): number | null {
  const namespace = address === null ? undefined : namespaceOfAddress(address)
  return namespace === undefined || chain === null ? null : contractChainOf({ namespace, chain })
}

function recordRoleTooHigh(context: Context, { actor }: Manager, data: Record<string, string>): AppError {
  const error = new AppError('role_too_high')
  recordRefusal(context, error, { kind: 'access.refused', ...actor, personId: actor.actorId, data })
  return error
}

function present(invite: ListedInvite, { now, names }: { now: number; names: Map<string, string> }): Invite {
  const { id, role, address, maxUses, uses, createdBy, inviter, inviterRole } = invite
  return {
    id,
    role,
    address: address === null ? null : formatAddress(address),
    chainId: chainOf(invite),
    groups: invite.groupIds.flatMap((groupId) => {
      const name = names.get(groupId)
      return name === undefined ? [] : [{ id: groupId, name }]
    }),
    maxUses,
    uses,
    status: statusOf(invite, now),
    createdBy: createdBy === null ? null : { id: createdBy, ...presentAddress(inviter), role: inviterRole ?? 'member' },
    createdAt: new Date(invite.createdAt).toISOString(),
    expiresAt: new Date(invite.expiresAt).toISOString(),
  }
}

function statusOf({ revokedAt, uses, maxUses, expiresAt }: ListedInvite, now: number): Invite['status'] {
  if (revokedAt !== null) return 'revoked'
  if (uses >= maxUses) return 'used_up'
  return now >= expiresAt ? 'expired' : 'open'
}
