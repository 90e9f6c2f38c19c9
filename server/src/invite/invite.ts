/** Invitations: a link that lets somebody in whose wallet is not known yet. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import type { Queries } from '../store/database.ts'
import { findInviteForUse, type InviteRecord, useInviteOnce } from './invite.store.ts'

type Use = { token: string; address: string }

/** Takes one place of the invitation, in the transaction that makes the person. */
export async function useInvite(context: Context, queries: Queries, { token, address }: Use): Promise<InviteRecord> {
  const invite = await findInviteForUse(queries, sha256(token))
  if (!invite || invite.revokedAt !== null) throw new AppError('invite_invalid')
  if (context.now() >= invite.expiresAt) throw new AppError('invite_expired')
  if (invite.address !== null && invite.address !== address) throw new AppError('invite_other_wallet')
  if (!(await useInviteOnce(queries, invite.id))) throw new AppError('invite_used')
  return invite
}
