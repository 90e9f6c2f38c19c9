/** Recognizes devices by a cookie. */

import { DEVICES_PER_PERSON } from '@countersign/contract/limits.ts'
import { truncateIp } from '../../audit/mask-ip.ts'
import type { RequestSource } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findDevice, forgetDevicesBeyond, insertDevice, markDeviceSeen } from './device.store.ts'

/** `fresh`: the browser did not have it before this sign-in. */
export type DeviceCookie = { value: string; fresh: boolean }

export type RecognizedDevice = { id: string; known: boolean }

type Recognising = { personId: string; cookie: DeviceCookie; source: RequestSource; newPerson: boolean }

export async function recognizeDevice(
  context: Context,
  queries: Queries,
  { personId, cookie, source, newPerson }: Recognising,
): Promise<RecognizedDevice> {
  const cookieHash = sha256(cookie.value)
  const facts = { label: source.device, ip: truncateIp(source.ip), now: context.now() }
  const known = cookie.fresh || newPerson ? undefined : await findDevice(queries, { personId, cookieHash })
  if (known !== undefined) {
    await markDeviceSeen(queries, { id: known, ...facts })
    return { id: known, known: true }
  }
  const id = newId(context, 'dev')
  await insertDevice(queries, { id, personId, cookieHash, ...facts })
  if (!newPerson) await forgetDevicesBeyond(queries, personId, DEVICES_PER_PERSON)
  return { id, known: false }
}
