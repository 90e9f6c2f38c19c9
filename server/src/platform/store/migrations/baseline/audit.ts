import { oneOf, type Types } from '../migration.ts'

/**
 * `seq` and `hash` are set when the event is sealed. `salt` lets ip, address and device be erased later. `app_id` is
 * generated from the sealed data, so that an event cannot be moved to another app.
 */
export function createAuditTables({ ts, hash, strict, memberOf }: Types): string[] {
  return [
    `CREATE TABLE activity (
      id TEXT PRIMARY KEY,
      at ${ts} NOT NULL,
      kind TEXT NOT NULL,
      outcome TEXT NOT NULL ${oneOf('outcome', 'ok', 'refused', 'error')},
      code TEXT,
      actor TEXT NOT NULL ${oneOf('actor', 'person', 'visitor', 'system')},
      actor_id TEXT,
      person_id TEXT,
      session_id TEXT,
      data TEXT NOT NULL,
      salt ${hash},
      ip TEXT,
      address TEXT,
      device TEXT,
      seq ${ts},
      personal_hash ${hash},
      hash ${hash},
      app_id TEXT ${memberOf('data', 'appId')}
    )${strict}`,
    'CREATE INDEX activity_by_person ON activity (person_id, id) WHERE person_id IS NOT NULL',
    // Without what people do themselves, which is in the index of persons.
    `CREATE INDEX activity_by_actor ON activity (actor_id, id)
      WHERE actor_id IS NOT NULL AND (person_id IS NULL OR person_id <> actor_id)`,
    'CREATE INDEX activity_by_app ON activity (app_id, id) WHERE app_id IS NOT NULL',
    'CREATE INDEX activity_by_kind ON activity (kind, id)',
    `CREATE INDEX activity_refused ON activity (code, id) WHERE outcome <> 'ok'`,
    `CREATE INDEX activity_by_outcome ON activity (outcome, id) WHERE outcome <> 'ok'`,
    'CREATE UNIQUE INDEX activity_by_seq ON activity (seq) WHERE seq IS NOT NULL',
    'CREATE INDEX activity_unsealed ON activity (id) WHERE seq IS NULL',
    `CREATE TABLE hourly_stat (
      hour ${ts} NOT NULL,
      key TEXT NOT NULL,
      count ${ts} NOT NULL,
      PRIMARY KEY (hour, key)
    )${strict}`,
  ]
}
