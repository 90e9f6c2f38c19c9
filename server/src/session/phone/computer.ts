/** What the browser that created a request may do with it. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { PHONE_DIGITS_TRIES } from '@countersign/contract/limits/phone-limits.ts'
import { isOver } from '@countersign/contract/phone-state.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { addNotice } from '../../accounts/notice/notice.ts'
import { findPerson } from '../../accounts/person/person.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { type BoundChallenge, readToken } from '../../proof/challenge/challenge-token.ts'
import {
  findRequest,
  lockRequest,
  type PhoneRequestRecord,
  updateRequest,
} from '../../proof/phone/phone-request.store.ts'
import { readProof } from '../../proof/phone/phone-request.ts'
import { requireDeviceAllowed, requirePhoneOn, requireRoleAllowed } from '../../proof/phone/phone-rules.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { digitsOf, equalText } from './secrets.ts'
import { requireState, stateOf } from './states.ts'

/** `binding` is that of the browser that calls. */
type Own = { id: string; binding: string | undefined }

/** For the computer and the phone; reported as missing to everybody else. */
export async function findOwnRequest(context: Context, { id, binding }: Own): Promise<PhoneRequestRecord> {
  const request = await findRequest(context.store, id)
  const isOwn = request && binding !== undefined && (isComputer(context, request, binding) || request.phone === binding)
  if (!isOwn) throw new AppError('not_found')
  return request
}

export function challengeOf(context: Context, { challenge }: Pick<PhoneRequestRecord, 'challenge'>): BoundChallenge {
  const issued = readToken(context, challenge)
  if (!issued) throw new AppError('challenge_unknown')
  return issued
}

/** Without whom it was issued to. */
export function publicPart({ browser: _, holder: __, ...challenge }: BoundChallenge): Challenge {
  return challenge
}

function isComputer(context: Context, request: PhoneRequestRecord, binding: string | undefined): boolean {
  return binding !== undefined && challengeOf(context, request).browser === binding
}

async function lockOwn(context: Context, queries: Queries, { id, binding }: Own): Promise<PhoneRequestRecord> {
  const request = await lockRequest(queries, id)
  if (!request || !isComputer(context, request, binding)) throw new AppError('not_found')
  return request
}

export function cancelRequest(context: Context, own: Own): Promise<void> {
  return context.store.transaction(async (queries) => {
    const request = await lockOwn(context, queries, own)
    if (isOver(stateOf(request, context.now()))) return
    await updateRequest(queries, { ...request, state: 'canceled', proof: null })
  })
}

type Redemption = Own & { digits: string | undefined; source: RequestSource }
type Redeemed = { proof: Proof; challenge: Challenge }

/** Again for a browser that did not receive the answer. A refusal is stored first, and thrown afterwards. */
export async function redeemRequest(context: Context, redemption: Redemption): Promise<Redeemed> {
  const instance = await readInstance(context)
  requirePhoneOn(instance)
  const outcome = await context.store.transaction(async (queries) => {
    const request = await lockOwn(context, queries, redemption)
    requireState(request, context.now(), 'approved', 'completed')
    const person = request.personId === null ? undefined : await findPerson(queries, request.personId)
    if (person) requireRoleAllowed(instance, person.role)
    requireDeviceAllowed(instance, request.trusted)
    if (request.state === 'completed') return request
    if (!request.direct) {
      if (redemption.digits === undefined) throw new AppError('phone_not_approved', { detail: 'Digits are required.' })
      if (!equalText(redemption.digits, digitsOf(context, request.id)))
        return countWrongDigits(context, queries, { request, source: redemption.source })
    }
    const completed: PhoneRequestRecord = { ...request, state: 'completed' }
    await updateRequest(queries, completed)
    return completed
  })
  if (outcome instanceof AppError) throw outcome
  return { proof: readProof(outcome), challenge: publicPart(challengeOf(context, outcome)) }
}

type Wrong = { request: PhoneRequestRecord; source: RequestSource }

async function countWrongDigits(context: Context, queries: Queries, { request, source }: Wrong): Promise<AppError> {
  const tries = request.tries + 1
  const isLast = tries >= PHONE_DIGITS_TRIES
  await updateRequest(queries, { ...request, tries, ...(isLast ? { state: 'locked', proof: null } : {}) })
  if (!isLast) return new AppError('phone_digits_wrong')
  const personId = request.personId ?? undefined
  await recordEvent(context, queries, { kind: 'phone.locked', outcome: 'refused', personId, source })
  if (personId !== undefined) await addNotice(context, queries, { personId, kind: 'phone_locked', source })
  return new AppError('phone_locked')
}
