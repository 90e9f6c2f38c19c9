/** An admin accepts or declines. Who decides second finds it closed. */

import { AppError } from '@countersign/contract/errors.ts'
import { type AdminAction, reloadActor } from '../../access/role-authority.ts'
import { SITE } from '../../accounts/access-request/access-request.ts'
import { joinGroup } from '../../accounts/group/members.ts'
import { inviteWallet } from '../../accounts/invite/invite.ts'
import { findAppGroupIds } from '../../apps/app.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { findHostGroupIds } from '../../forward-auth/hosts/find-host.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { Account } from '../../proof/account.ts'
import { closeRequestOnce, findRequest, type RequestRecord } from './request.store.ts'
import { eventDataOf } from './target.ts'

type Deciding = { acting: AdminAction; id: string }

export function acceptRequest(
  context: Context,
  { acting, id, groupId }: Deciding & { groupId: string | undefined },
): Promise<void> {
  return context.store.transaction(async (queries) => {
    const request = await requireOpen(queries, id)
    const { person } = await reloadActor(queries, acting)
    const how =
      request.object === SITE
        ? {
            inviteId: await inviteWallet(context, queries, {
              account: requireWallet(request),
              requestId: id,
              acceptedBy: person.id,
            }),
          }
        : await admitPerson(context, queries, { request, acting, groupId })
    await close(context, queries, { acting, request, status: 'accepted', data: how })
  })
}

export function declineRequest(context: Context, { acting, id }: Deciding): Promise<void> {
  return context.store.transaction(async (queries) => {
    const request = await requireOpen(queries, id)
    await reloadActor(queries, acting)
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
  acting: AdminAction
  request: RequestRecord
  status: 'accepted' | 'declined'
  data: Record<string, string>
}

async function close(context: Context, queries: Queries, { acting, request, status, data }: Closing): Promise<void> {
  const { session, source } = acting
  const closing = { id: request.id, status, by: session.person.id, now: context.now() }
  if (!(await closeRequestOnce(queries, closing))) throw new AppError('request_closed')
  const account = walletOf(request)
  await recordEvent(context, queries, {
    kind: status === 'accepted' ? 'request.accepted' : 'request.declined',
    actorId: session.person.id,
    ...(account ? { address: account.address } : { personId: request.subject }),
    sessionId: session.id,
    source,
    data: { ...eventDataOf(request), ...data },
  })
}

function requireWallet(request: RequestRecord): Account {
  const account = walletOf(request)
  if (!account) throw new Error('A request to sign up names no wallet')
  return account
}

type Admitting = { request: RequestRecord; acting: AdminAction; groupId: string | undefined }

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
  const { session, source } = acting
  const by = { actorId: session.person.id, sessionId: session.id, source }
  await joinGroup(context, queries, { by, groupId, personId: request.subject })
  return { groupId }
}

/** The groups that the app or host admits; none where it is open to everyone. */
async function findGroupIds(queries: Queries, object: string): Promise<string[] | undefined> {
  return object.startsWith('app_') ? findAppGroupIds(queries, object) : findHostGroupIds(queries, object)
}

function walletOf({ subject }: RequestRecord): Account | undefined {
  const [namespace, chainRef = '', address = ''] = subject.split(':')
  return namespace === 'eip155' ? { address, chainRef } : undefined
}
