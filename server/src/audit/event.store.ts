import type { ActivityKind, Outcome } from '@countersign/contract/routes/activity.ts'
import { type Queries, writes } from '../platform/store/database.ts'

export type EventRecord = {
  id: string
  at: number
  kind: ActivityKind
  outcome: Outcome
  code: string | null
  actor: 'person' | 'visitor' | 'system'
  actorId: string | null
  personId: string | null
  sessionId: string | null
  data: string
  salt: Uint8Array
  ip: string | null
  address: string | null
  device: string | null
}

const insert = writes('activity')(`
  INSERT INTO activity (id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data, salt, ip, address, device)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)

export async function insertEvent(queries: Queries, event: EventRecord): Promise<void> {
  const { id, at, kind, outcome, code, actor, actorId, personId, sessionId, data, salt, ip, address, device } = event
  const who = [actor, actorId, personId, sessionId]
  await queries.run(insert, id, at, kind, outcome, code, ...who, data, salt, ip, address, device)
}
