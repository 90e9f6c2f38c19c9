import { type Queries, writes } from '../platform/store/database.ts'
import type { RecordedEvent } from './event-list.store.ts'

type EventRecord = RecordedEvent & { salt: Uint8Array }

const insert = writes('activity')(`
  INSERT INTO activity (id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data, salt, ip, address, device)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)

export async function insertEvent(queries: Queries, event: EventRecord): Promise<void> {
  const { id, at, kind, outcome, code, actor, actorId, personId, sessionId, data, salt, ip, address, device } = event
  const who = [actor, actorId, personId, sessionId]
  await queries.run(insert, id, at, kind, outcome, code, ...who, data, salt, ip, address, device)
}
