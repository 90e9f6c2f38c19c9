import { AppError } from '@countersign/contract/error/errors.ts'
import { type Account, parseAccount } from '@countersign/contract/family/account.ts'
import { REQUEST_REPEAT_MS } from '@countersign/contract/limits/access-request-limits.ts'
import { reloadActor } from '../../access/role-authority.ts'
import {
  closeRequestOnce,
  findRequest,
  type RequestRecord,
} from '../../accounts/access-request/access-request.store.ts'
import { SITE } from '../../accounts/access-request/access-request.ts'
import { joinGroup } from '../../accounts/group/members.ts'
import { inviteWallet } from '../../accounts/invite/invite.ts'
import { addNotice } from '../../accounts/notice/notice.ts'
import { findNamedApp } from '../../apps/app.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { findNamedHost } from '../../forward-auth/hosts/find-host.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import type { Queries } from '../../platform/store/database.ts'
import { eventDataOf } from './target.ts'

type Decision = { admin: Acting; id: string }

export function acceptRequest(
  context: Context,
  { admin, id, groupId }: Decision & { groupId: string | undefined },
): Promise<void> {
  return admin.transaction(async (queries) => {
    const request = await requireOpen(queries, id)
    await reloadActor(context, queries, admin)
    const data =
      request.object === SITE
        ? await inviteRequester(context, queries, { request, admin })
        : await addToGroup(context, queries, { request, admin, groupId })
    await closeRequest(context, queries, { admin, request, status: 'accepted', data })
  })
}

export function declineRequest(context: Context, { admin, id }: Decision): Promise<void> {
  return admin.transaction(async (queries) => {
    const request = await requireOpen(queries, id)
    await reloadActor(context, queries, admin)
    await closeRequest(context, queries, { admin, request, status: 'declined', data: {} })
  })
}

async function requireOpen(queries: Queries, id: string): Promise<RequestRecord> {
  const request = await findRequest(queries, id)
  if (!request) throw new AppError('not_found')
  if (request.status !== 'open') throw new AppError('request_closed')
  return request
}

type Handled = { admin: Acting; request: RequestRecord }
type Closing = Handled & { status: 'accepted' | 'declined'; data: Record<string, string> }

async function closeRequest(context: Context, queries: Queries, closing: Closing): Promise<void> {
  const { admin, request, status, data } = closing
  const closed = await closeRequestOnce(queries, { id: request.id, status, by: admin.actorId, now: context.now() })
  if (!closed) throw new AppError('request_closed')
  const account = walletOf(request)
  await recordEvent(context, queries, {
    kind: status === 'accepted' ? 'request.accepted' : 'request.declined',
    ...admin,
    ...(account ? { address: account.address } : { personId: request.subject }),
    data: { ...eventDataOf(request), ...data },
  })
  if (!account) await notifyRequester(context, queries, closing)
}

/** Somebody without an account gets the answer at their next sign-in. */
async function notifyRequester(context: Context, queries: Queries, { request, status }: Closing): Promise<void> {
  const subject = (await findTargetOf(queries, request))?.name
  const outcome =
    status === 'accepted'
      ? { kind: 'access_granted' as const }
      : { kind: 'access_declined' as const, until: context.now() + REQUEST_REPEAT_MS }
  await addNotice(context, queries, { personId: request.subject, ...outcome, ...(subject ? { subject } : {}) })
}

async function inviteRequester(
  context: Context,
  queries: Queries,
  { request, admin }: Handled,
): Promise<Record<string, string>> {
  const account = walletOf(request)
  if (!account) throw new Error('A request to sign up has no wallet')
  const acceptedBy = admin.actorId
  return { inviteId: await inviteWallet(context, queries, { account, requestId: request.id, acceptedBy }) }
}

/** The group must be one that the app or host currently admits, so that no other access is granted. */
async function addToGroup(
  context: Context,
  queries: Queries,
  { request, admin, groupId }: Handled & { groupId: string | undefined },
): Promise<Record<string, string>> {
  const target = await findTargetOf(queries, request)
  if (!target) throw new AppError('request_closed')
  const { groupIds } = target
  // It was opened to everyone since.
  if (groupIds.length === 0) return {}
  if (groupId === undefined || !groupIds.includes(groupId)) throw invalidField('/groupId', 'unknown_group')
  await joinGroup(context, queries, { by: admin, groupId, personId: request.subject })
  return { groupId }
}

/** Undefined when the app or host no longer exists. */
function findTargetOf(queries: Queries, { object }: RequestRecord) {
  return object.startsWith('app_') ? findNamedApp(queries, object) : findNamedHost(queries, object)
}

function walletOf({ subject }: RequestRecord): Account | undefined {
  const account = parseAccount(subject)
  return account && { namespace: account.namespace, address: account.address, chain: account.chain }
}
