/** Recovery codes: shown once, stored as hashes, each valid for one new wallet. */

import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '@countersign/contract/limits.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { LockSession } from '../../call.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { crockford, normalizeCrockford } from '../../platform/crypto/id.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { addNotice } from '../notice/notice.ts'
import { findWalletById } from '../wallet/wallet.store.ts'
import { removeCodes, replaceCodes } from './recovery.store.ts'

type Change = { lockSession: LockSession; source: RequestSource }

/** Replaces all earlier codes. */
export async function createCodes(
  context: Context,
  { lockSession, source, signerId }: Change & { signerId: string },
): Promise<{ codes: string[]; createdAt: number }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => crockford(context.random(RECOVERY_CODE_LENGTH)))
  const now = context.now()
  await context.store.transaction(async (queries) => {
    const { id, person } = await lockSession(queries)
    const signer = await findWalletById(queries, signerId)
    await replaceCodes(queries, { personId: person.id, hashes: codes.map(sha256), now })
    await touchPerson(queries, person.id, now)
    await recordEvent(context, queries, {
      kind: 'recovery.codes_created',
      actorId: person.id,
      personId: person.id,
      sessionId: id,
      source,
      address: signer?.address,
      data: { codes: codes.length },
    })
    await addNotice(context, queries, { personId: person.id, kind: 'recovery_codes_created', sessionId: id, source })
  })
  return { codes: codes.map(inGroups), createdAt: now }
}

export function dropCodes(context: Context, { lockSession, source }: Change): Promise<void> {
  return context.store.transaction(async (queries) => {
    const { id, person } = await lockSession(queries)
    const dropped = await removeCodes(queries, person.id)
    if (dropped === 0) return
    await touchPerson(queries, person.id, context.now())
    await recordEvent(context, queries, {
      kind: 'recovery.codes_dropped',
      actorId: person.id,
      personId: person.id,
      sessionId: id,
      source,
    })
    await addNotice(context, queries, { personId: person.id, kind: 'recovery_codes_deleted', sessionId: id, source })
  })
}

export function hashTypedCode(typed: string): Buffer {
  return sha256(normalizeCrockford(typed))
}

function inGroups(code: string): string {
  return code.match(/.{5}/g)?.join('-') ?? code
}
