/** The computers a person is known on, and forgetting one: signing in there is news again. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Device } from '@countersign/contract/routes/device.ts'
import { touchPerson } from '../../accounts/notice/notice.store.ts'
import { findPersonForChange } from '../../accounts/person/person.store.ts'
import { nearOf } from '../../audit/mask-ip.ts'
import { type Place, recordActivity } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { findDevicesOf, removeDevice } from './device.store.ts'

type Asking = { personId: string; sessionId: string }

export async function listOwnDevices(context: Context, asking: Asking): Promise<{ items: Device[] }> {
  const found = await findDevicesOf(context.store, asking)
  const items = found.map(({ id, label, current, ip, firstSeenAt, lastSeenAt }) => ({
    id,
    label,
    current,
    near: nearOf(ip),
    firstSeenAt: new Date(firstSeenAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
  }))
  return { items }
}

type Forgetting = Asking & { id: string; place: Place }

export function forgetOwnDevice(context: Context, { id, personId, sessionId, place }: Forgetting): Promise<void> {
  return context.store.transaction(async (queries) => {
    await findPersonForChange(queries, personId)
    if (!(await removeDevice(queries, { id, personId }))) throw new AppError('not_found')
    await touchPerson(queries, personId, context.now())
    await recordActivity(context, queries, {
      kind: 'device.forgotten',
      actorId: personId,
      personId,
      sessionId,
      place,
      data: { deviceId: id },
    })
  })
}
