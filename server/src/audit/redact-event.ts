import type { RecordedEvent } from './event.store.ts'

type Redactable = Pick<RecordedEvent, 'actorId' | 'ip' | 'device' | 'sessionId' | 'data'> & { kind: string }

/** For the person concerned: not where and in which session somebody else acted, nor what is meant for admins only. */
export function redactForSubject<E extends Redactable>(event: E, personId: string): E {
  if (event.actorId === null || event.actorId === personId) return event
  return { ...event, ip: null, device: null, sessionId: null, data: withoutReason(event) }
}

function withoutReason({ kind, data }: Redactable): string {
  if (kind !== 'person.suspended') return data
  const { reason, ...rest } = JSON.parse(data)
  return JSON.stringify(rest)
}
