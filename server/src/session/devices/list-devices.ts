/** The computers a person is known on, and forgetting one: signing in there is news again. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Device } from '@countersign/contract/routes/device.ts'
import { touchPerson } from '../../accounts/notice/notice.store.ts'
import { lockPerson } from '../../accounts/person/person.store.ts'
import { maskIp } from '../../audit/mask-ip.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { findDevicesOf, removeDevice } from './device.store.ts'

type Asking = { personId: string; sessionId: string }

export async function listOwnDevices(context: Context, asking: Asking): Promise<{ items: Device[] }> {
  const found = await findDevicesOf(context.store, asking)
  const items = found.map(({ id, label, current, ip, firstSeenAt, lastSeenAt }) => ({
    id,
    label,
    current,
    near: maskIp(ip),
    firstSeenAt: new Date(firstSeenAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
  }))
  return { items }
}

type Forgetting = Asking & { id: string; source: RequestSource }

export function forgetOwnDevice(context: Context, { id, personId, sessionId, source }: Forgetting): Promise<void> {
  return context.store.transaction(async (queries) => {
    await lockPerson(queries, personId)
    if (!(await removeDevice(queries, { id, personId }))) throw new AppError('not_found')
    await touchPerson(queries, personId, context.now())
    await recordEvent(context, queries, {
      kind: 'device.forgotten',
      actorId: personId,
      personId,
      sessionId,
      source,
      data: { deviceId: id },
    })
  })
}
