import type { RequestSource } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId } from '../../platform/crypto/id.ts'
import { truncateIp } from '../../platform/ip-address.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findDevice, insertDevice, markDeviceSeen } from './device.store.ts'

/** `fresh`: created for this sign-in. */
export type DeviceCookie = { value: string; fresh: boolean }

type Recognition = { personId: string; cookie: DeviceCookie; source: RequestSource; newPerson: boolean }

/** `saved` ends when the device is stored as seen. */
export type RecognizedDevice = { id: string; known: boolean; saved: Promise<unknown> }

export async function recognizeDevice(
  context: Context,
  queries: Queries,
  { personId, cookie, source, newPerson }: Recognition,
): Promise<RecognizedDevice> {
  const cookieHash = sha256(cookie.value)
  const seen = { label: source.device, ip: truncateIp(source.ip), now: context.now() }
  const knownId = cookie.fresh || newPerson ? undefined : await findDevice(queries, { personId, cookieHash })
  if (knownId !== undefined)
    return { id: knownId, known: true, saved: markDeviceSeen(queries, { id: knownId, ...seen }) }
  const id = newId(context, 'dev')
  return { id, known: false, saved: insertDevice(queries, { id, personId, cookieHash, ...seen }) }
}
