/** A request of a computer whose wallet is on a phone. What differs from any other challenge is decided here. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { proofSchema } from '@countersign/contract/schemas/proof.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { findRequest, type PhoneRequestRecord, removeRequestsBefore } from './phone-request.store.ts'
import { requireDeviceAllowed, requirePhoneOn } from './phone-rules.ts'

export type { PhoneRequestRecord } from './phone-request.store.ts'

type Signed = { id: string; text: string; signature: string }

/** The proof that was handed to the computer, and no other: a signature alone, however it was obtained, is not enough. */
export async function requireHandedOver(
  context: Context,
  queries: Queries,
  { id, text, signature }: Signed,
): Promise<PhoneRequestRecord> {
  const request = await findRequest(queries, id)
  if (request?.state !== 'completed') throw new AppError('phone_not_approved')
  const approved = readProof(request)
  if (approved.message !== text || approved.signature !== signature) throw new AppError('phone_not_approved')
  const instance = await readInstance(context)
  requirePhoneOn(instance)
  requireDeviceAllowed(instance, request.trusted)
  return request
}

export function readProof({ proof }: PhoneRequestRecord): Proof {
  return proofSchema.parse(JSON.parse(proof ?? 'null'))
}

/** Kept as long as their challenges are valid. */
export async function purgePhoneRequests({ now }: Pick<Context, 'now'>, queries: Queries): Promise<void> {
  await removeRequestsBefore(queries, now() - CHALLENGE_TTL_MS)
}
