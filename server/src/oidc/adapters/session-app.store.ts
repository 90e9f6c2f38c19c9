import { liveSession } from '../../accounts/live-session.sql.ts'
import { cacheable, type Database, type Queries, type Row } from '../../platform/store/database.ts'
import { change, changeOne, selectAll } from '../../platform/store/query.ts'
import { integer, mapRecord, type RecordOf, text } from '../../platform/store/row.ts'

/** An app that a session was used for; `sid` identifies the session to the app. */
type SessionApp = { sessionId: string; appId: string; clientId: string; sid: string }

const findOf = cacheable(`
  SELECT coalesce(string_agg(s.app_id || ' ' || a.client_id || ' ' || s.sid, ','), '') AS joined
  FROM session_app s JOIN app a ON a.id = s.app_id WHERE s.session_id = ?`)
const endedApps = mapRecord({
  sessionId: text,
  appId: text,
  personId: text,
  sid: text,
  tries: integer,
  clientId: text,
  appName: ['name', text],
  hasLogoutUri: ['backchannel_logout_uri', (row, column) => row[column] !== null],
})
const COLUMNS =
  'sa.session_id, sa.app_id, sa.person_id, sa.sid, sa.tries, a.client_id, a.name, a.backchannel_logout_uri'
/** Aggregated into one row, which can be cached. None of the three values contains a space or a comma. */
export async function findSessionApps(store: Database, sessionId: string): Promise<SessionApp[]> {
  const read = (row: Row) =>
    text(row, 'joined')
      .split(',')
      .map((one) => one.split(' '))
      .flatMap(([appId, clientId, sid]) => (appId && clientId && sid ? [{ sessionId, appId, clientId, sid }] : []))
  return (await store.lookUp({ statement: findOf, name: sessionId, key: () => sessionId, read })) ?? []
}

type NewSessionApp = { sessionId: string; personId: string; clientId: string; sid: string; now: number }

export const insertSessionApp = change<NewSessionApp>(`
  INSERT INTO session_app (session_id, app_id, person_id, sid, used_at)
  SELECT :sessionId, id, :personId, :sid, :now FROM app WHERE client_id = :clientId
  ON CONFLICT (session_id, app_id) DO NOTHING`)

export type EndedSessionApp = RecordOf<typeof endedApps>

/** The first rows of each app, so that one app cannot crowd out the others. */
const firstOfEachApp = <Values extends { mostPerApp: number }>(from: string, order: string) =>
  selectAll(endedApps.read)<Values>(`
  SELECT * FROM (
    SELECT ${COLUMNS}, row_number() OVER (PARTITION BY sa.app_id ORDER BY ${order}) AS position ${from}
  ) found WHERE position <= :mostPerApp`)

// The first two use an index; the third scans the table and runs less often.
const findJustEnded = firstOfEachApp<{ from: number; mostPerApp: number }>(
  `FROM session s JOIN session_app sa ON sa.session_id = s.id JOIN app a ON a.id = sa.app_id
    WHERE s.ended_at > :from AND sa.notify_at = 0`,
  's.ended_at',
)
const findDue = firstOfEachApp<{ now: number; mostPerApp: number }>(
  `FROM session_app sa JOIN app a ON a.id = sa.app_id WHERE sa.notify_at > 0 AND sa.notify_at <= :now`,
  'sa.notify_at',
)

export async function findDueLogouts(
  queries: Queries,
  due: { from: number; now: number; mostPerApp: number },
): Promise<EndedSessionApp[]> {
  return [...(await findJustEnded(queries, due)), ...(await findDue(queries, due))]
}

export const findExpiredLogouts = firstOfEachApp<{ now: number; mostPerApp: number }>(
  `FROM session_app sa JOIN app a ON a.id = sa.app_id LEFT JOIN session s ON s.id = sa.session_id
    WHERE sa.notify_at = 0 AND (s.id IS NULL OR NOT (${liveSession('s')}))`,
  'sa.used_at',
)

/** True for the one node that makes this attempt; the next one is due at `nextAt`. */
export const claimLogout = changeOne<EndedSessionApp & { nextAt: number }>(`
  UPDATE session_app SET tries = tries + 1, notify_at = :nextAt
  WHERE session_id = :sessionId AND app_id = :appId AND tries = :tries`)

export const removeSessionApp = change<SessionApp>(
  'DELETE FROM session_app WHERE session_id = :sessionId AND app_id = :appId',
)
