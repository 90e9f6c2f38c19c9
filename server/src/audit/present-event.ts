import { personName } from '@countersign/contract/names/person-name.ts'
import type { Activity } from '@countersign/contract/routes/activity.ts'
import { formatAddress } from '../platform/crypto/address.ts'
import { maskIp } from '../platform/ip-address.ts'
import type { Queries } from '../platform/store/database.ts'
import { findNames, type RecordedEvent } from './event.store.ts'

export type Labels = Map<string, string | null>

export async function presentEvents(
  queries: Queries,
  events: readonly RecordedEvent[],
  labels: Labels = new Map(),
): Promise<Activity[]> {
  const ids = events.flatMap(({ actorId, personId }) => [actorId, personId]).filter((id) => id !== null)
  await addLabels(queries, labels, [...new Set(ids)])
  return events.map((event) => present(event, labels))
}

async function addLabels(queries: Queries, labels: Labels, ids: readonly string[]): Promise<void> {
  const missing = ids.filter((id) => !labels.has(id))
  for (const id of missing) labels.set(id, null)
  for (const { id, address, ...names } of await findNames(queries, missing))
    labels.set(id, personName({ ...names, address: address === null ? null : formatAddress(address) }))
}

function present(event: RecordedEvent, labels: Labels): Activity {
  const { id, kind, outcome, code, actor, actorId, personId, address, sessionId, device, ip } = event
  return {
    id,
    at: new Date(event.at).toISOString(),
    kind,
    outcome,
    code,
    actor: { type: actor, id: actorId, label: labelOf(labels, actorId) },
    person: personId === null ? null : { id: personId, label: labelOf(labels, personId) },
    address: address === null ? null : formatAddress(address),
    sessionId,
    device,
    maskedIp: ip === null ? null : maskIp(ip),
    data: JSON.parse(event.data),
  }
}

function labelOf(labels: Labels, id: string | null): string | null {
  return id === null ? null : (labels.get(id) ?? null)
}
