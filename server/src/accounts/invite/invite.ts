import { AppError } from '@countersign/contract/error/errors.ts'
import type { Account } from '@countersign/contract/family/account.ts'
import { ACCEPTED_SIGN_UP_MS } from '@countersign/contract/limits/access-request-limits.ts'
import { LINK_TOKEN_BYTES } from '@countersign/contract/limits.ts'
import { isHigh, mayDo, outranks, type Role } from '@countersign/contract/permission.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId, newToken } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findPerson } from '../person/person.store.ts'
import {
  findAcceptedForUse,
  findInvite,
  findInviteForUse,
  type InviteRecord,
  insertInvite,
  type ListedInvite,
  useInviteOnce,
} from './invite.store.ts'

/** Uses the invitation once, in the transaction that creates the person. */
export async function useInvite(
  context: Context,
  queries: Queries,
  { token, account }: { token: string; account: Account },
): Promise<InviteRecord> {
  const invite = await requireValid(context, queries, await findInviteForUse(queries, sha256(token)))
  // The chain counts too: a contract at the address of a key can be anyone's.
  const other = invite.address !== account.address || invite.chain !== account.chain
  if (invite.address !== null && other) throw new AppError('invite_other_wallet')
  if (!(await useInviteOnce(queries, invite.id))) throw new AppError('invite_used')
  return invite
}

export async function useAcceptedSignUp(
  context: Context,
  queries: Queries,
  account: Account,
): Promise<InviteRecord | undefined> {
  const invite = await findAcceptedForUse(queries, { ...account, now: context.now() })
  if (!invite || !(await hasActiveInviter(queries, invite))) return undefined
  return (await useInviteOnce(queries, invite.id)) ? invite : undefined
}

/** The invitation of an accepted access request: its wallet signs up by signing in, without a link. */
export async function inviteWallet(
  context: Context,
  queries: Queries,
  { account, requestId, acceptedBy }: { account: Account; requestId: string; acceptedBy: string },
): Promise<string> {
  const now = context.now()
  const id = newId(context, 'inv')
  await insertInvite(queries, {
    ...{ id, ...account, role: 'member', maxUses: 1, groupIds: [], requestId },
    ...{ createdBy: acceptedBy, createdAt: now, expiresAt: now + ACCEPTED_SIGN_UP_MS },
    tokenHash: sha256(newToken(context, LINK_TOKEN_BYTES)),
  })
  return id
}

export async function readInvite(context: Context, token: string): Promise<ListedInvite> {
  const invite = await requireValid(context, context.store, await findInvite(context.store, sha256(token)))
  if (invite.uses >= invite.maxUses) throw new AppError('invite_used')
  return invite
}

export function mayInvite(inviter: Role, role: Role): boolean {
  return mayDo(inviter, 'invites') && outranks(inviter, role) && (!isHigh(role) || inviter === 'owner')
}

async function requireValid<Invite extends InviteRecord>(
  context: Context,
  queries: Queries,
  invite: Invite | undefined,
): Promise<Invite> {
  if (!invite || invite.revokedAt !== null) throw new AppError('invite_invalid')
  if (context.now() >= invite.expiresAt) throw new AppError('invite_expired')
  if (!(await hasActiveInviter(queries, invite))) throw new AppError('invite_invalid')
  return invite
}

/** An invitation is void once its creator was suspended or lost the role for it. */
async function hasActiveInviter(queries: Queries, invite: InviteRecord): Promise<boolean> {
  if (invite.createdBy === null) return true
  const inviter = await findPerson(queries, invite.createdBy)
  return inviter?.status === 'active' && mayInvite(inviter.role, invite.role)
}
