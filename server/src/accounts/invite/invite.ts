import { AppError } from '@countersign/contract/errors.ts'
import { ACCEPTED_SIGN_UP_MS } from '@countersign/contract/limits/access-request-limits.ts'
import { LINK_TOKEN_BYTES } from '@countersign/contract/limits.ts'
import { isHigh, mayDo, outranks, type Role } from '@countersign/contract/permission.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId, newToken } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { Account } from '../../proof/account.ts'
import { findPerson, type Person } from '../person/person.store.ts'
import {
  findAcceptedForUse,
  findInvite,
  findInviteForUse,
  type InviteRecord,
  insertInvite,
  useInviteOnce,
} from './invite.store.ts'

/** Uses the invitation once, in the transaction that creates the person. */
export async function useInvite(
  context: Context,
  queries: Queries,
  { token, account }: { token: string; account: Account },
): Promise<InviteRecord> {
  const { invite } = await requireValid(context, queries, await findInviteForUse(queries, sha256(token)))
  // The chain counts too: a contract at the address of a key can be anyone's.
  const other = invite.address !== account.address || invite.chainRef !== account.chainRef
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
  if (!invite || !(await findInviter(queries, invite)).valid) return undefined
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

export async function readInvite(context: Context, token: string): Promise<{ invite: InviteRecord; inviter?: Person }> {
  const found = await requireValid(context, context.store, await findInvite(context.store, sha256(token)))
  if (found.invite.uses >= found.invite.maxUses) throw new AppError('invite_used')
  return found
}

export function mayInvite(inviter: Role, role: Role): boolean {
  return mayDo(inviter, 'invites') && outranks(inviter, role) && (!isHigh(role) || inviter === 'owner')
}

async function requireValid(
  context: Context,
  queries: Queries,
  invite: InviteRecord | undefined,
): Promise<{ invite: InviteRecord; inviter?: Person }> {
  if (!invite || invite.revokedAt !== null) throw new AppError('invite_invalid')
  if (context.now() >= invite.expiresAt) throw new AppError('invite_expired')
  const { valid, inviter } = await findInviter(queries, invite)
  if (!valid) throw new AppError('invite_invalid')
  return inviter ? { invite, inviter } : { invite }
}

/** An invitation is void once its creator was suspended or lost the role for it. */
async function findInviter(queries: Queries, invite: InviteRecord): Promise<{ valid: boolean; inviter?: Person }> {
  if (invite.createdBy === null) return { valid: true }
  const inviter = await findPerson(queries, invite.createdBy)
  if (inviter?.status !== 'active' || !mayInvite(inviter.role, invite.role)) return { valid: false }
  return { valid: true, inviter }
}
