import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId } from '../../platform/crypto/id.ts'
import { issueChallenge } from '../../proof/challenge/challenge.ts'
import { insertRequest, type PhoneRequestRecord } from '../../proof/phone/phone-request.store.ts'
import { codeOf } from './secrets.ts'
import { unopenedUntil } from './states.ts'

type ChallengeFields = Omit<Parameters<typeof issueChallenge>[1], 'phone'>

type New = {
  challenge: ChallengeFields
  source: { ip: string; device: string }
  /** The value of its device cookie. */
  deviceCookie: string | undefined
}

export async function createRequest(
  context: Context,
  { challenge, source: { ip, device }, deviceCookie }: New,
): Promise<PhoneRequestRecord> {
  const id = newId(context, 'phr')
  const code = codeOf(context, id)
  const now = context.now()
  const request: PhoneRequestRecord = {
    ...{ id, code, device, ip, action: challenge.subject ?? null },
    challenge: issueChallenge(context, { ...challenge, phone: { id, device, code } }).token,
    deviceHash: deviceCookie === undefined ? null : sha256(deviceCookie),
    ...{
      state: 'created',
      networks: [],
      phone: null,
      proof: null,
      personId: null,
      direct: false,
      trusted: false,
      tries: 0,
    },
    ...{ createdAt: now, expiresAt: unopenedUntil(now) },
  }
  await context.store.transaction((queries) => insertRequest(queries, request))
  return request
}
