import { AppError } from '@countersign/contract/error/errors.ts'
import type { Device } from '@countersign/contract/routes/session.ts'
import { touchPerson } from '../../accounts/notice/notice.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { maskIp } from '../../platform/ip-address.ts'
import { findDevicesOf, removeDevice } from './device.store.ts'

export async function listOwnDevices(
  context: Context,
  current: { personId: string; sessionId: string },
): Promise<{ items: Device[] }> {
  const found = await findDevicesOf(context.store, current)
  const items = found.map(({ ip, firstSeenAt, lastSeenAt, ...device }) => ({
    ...device,
    maskedIp: maskIp(ip),
    firstSeenAt: new Date(firstSeenAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
  }))
  return { items }
}

export function forgetOwnDevice(context: Context, actor: Acting, id: string): Promise<void> {
  const { actorId: personId } = actor
  return actor.lockedTransaction(async (queries) => {
    if (!(await removeDevice(queries, { id, personId }))) throw new AppError('not_found')
    await touchPerson(queries, personId, context.now())
    await recordEvent(context, queries, { kind: 'device.forgotten', ...actor, personId, data: { deviceId: id } })
  })
}
