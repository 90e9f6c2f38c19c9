/** An admin accepts or declines. Who decides second finds it closed. */

import { AppError } from '@countersign/contract/errors.ts'
import { ACCEPTED_SIGN_UP_MS } from '@countersign/contract/limits/access-request-limits.ts'
import { LINK_TOKEN_BYTES } from '@countersign/contract/limits.ts'
import { type Acting, stillActing } from '../../access/role-authority.ts'
import { joinGroup } from '../../accounts/group/members.ts'
import { insertInvite } from '../../accounts/invite/invite.store.ts'
import { findAppGroupIds } from '../../apps/app.ts'
import { recordActivity } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { findHostGroupIds } from '../../forward-auth/hosts/find-host.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId, newToken } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import { closeRequestOnce, findRequest, type RequestRecord, SITE } from './request.store.ts'
import { eventDataOf } from './target.ts'

type Deciding = { acting: Acting; id: string }

export function acceptRequest(
  context: Context,
  { acting, id, groupId }: Deciding & { groupId: string | undefined },
): Promise<void> {
  return context.store.transaction(async (queries) => {
    const request = await requireOpen(queries, id)
    const { person } = await stillActing(queries, acting)
    const how =
      request.object === SITE
        ? { inviteId: await admitWallet(context, queries, { request, by: person.id }) }
        : await admitPerson(context, queries, { request, acting, groupId })
    await close(context, queries, { acting, request, status: 'accepted', data: how })
  })
}

export function declineRequest(context: Context, { acting, id }: Deciding): Promise<void> {
  return context.store.transaction(async (queries) => {
    const request = await requireOpen(queries, id)
    await stillActing(queries, acting)
    await close(context, queries, { acting, request, status: 'declined', data: {} })
  })
}

async function requireOpen(queries: Queries, id: string): Promise<RequestRecord> {
  const request = await findRequest(queries, id)
  if (!request) throw new AppError('not_found')
  if (request.status !== 'open') throw new AppError('request_closed')
  return request
}

type Closing = {
  acting: Acting
  request: RequestRecord
  status: 'accepted' | 'declined'
  data: Record<string, string>
}

async function close(context: Context, queries: Queries, { acting, request, status, data }: Closing): Promise<void> {
  const { session, place } = acting
  const closing = { id: request.id, status, by: session.person.id, now: context.now() }
  if (!(await closeRequestOnce(queries, closing))) throw new AppError('request_closed')
  const account = walletOf(request)
  await recordActivity(context, queries, {
    kind: status === 'accepted' ? 'request.accepted' : 'request.declined',
    actorId: session.person.id,
    ...(account ? { address: account.address } : { personId: request.subject }),
    sessionId: session.id,
    place,
    data: { ...eventDataOf(request), ...data },
  })
}

/** An invitation without a link: nobody ever sees its token, and the wallet it names signs up by signing in. */
async function admitWallet(
  context: Context,
  queries: Queries,
  { request, by }: { request: RequestRecord; by: string },
): Promise<string> {
  const account = walletOf(request)
  if (!account) throw new Error('A request to sign up names no wallet')
  const now = context.now()
  const id = newId(context, 'inv')
  await insertInvite(queries, {
    ...{ id, ...account, role: 'member', maxUses: 1, groupIds: [], requestId: request.id },
    ...{ createdBy: by, createdAt: now, expiresAt: now + ACCEPTED_SIGN_UP_MS },
    tokenHash: sha256(newToken(context, LINK_TOKEN_BYTES)),
  })
  return id
}

type Admitting = { request: RequestRecord; acting: Acting; groupId: string | undefined }

/** Only a group that the app or host admits at this moment: accepting gives no more than was asked for. */
async function admitPerson(
  context: Context,
  queries: Queries,
  { request, acting, groupId }: Admitting,
): Promise<Record<string, string>> {
  const groupIds = await findGroupIds(queries, request.object)
  if (!groupIds) throw new AppError('request_closed')
  // Opened to everyone since: there is nothing left to give.
  if (groupIds.length === 0) return {}
  if (groupId === undefined || !groupIds.includes(groupId))
    throw new AppError('invalid_body', { fields: [{ path: '/groupId', code: 'unknown_group' }] })
  const { session, place } = acting
  const by = { actorId: session.person.id, sessionId: session.id, place }
  await joinGroup(context, queries, { by, groupId, personId: request.subject })
  return { groupId }
}

/** The groups that the app or host admits; none where it is open to everyone. */
async function findGroupIds(queries: Queries, object: string): Promise<string[] | undefined> {
  return object.startsWith('app_') ? findAppGroupIds(queries, object) : findHostGroupIds(queries, object)
}

function walletOf({ subject }: RequestRecord): { address: string; chainRef: string } | undefined {
  const [namespace, chainRef = '', address = ''] = subject.split(':')
  return namespace === 'eip155' ? { address, chainRef } : undefined
}
