/** What an app holds of a person: its tokens in every session, and its place among the sessions' apps. */

import { type Queries, statement, writes } from '../../platform/store/database.ts'
import { integer } from '../../platform/store/row.ts'

const removeTokens = statement(`
  DELETE FROM oidc_item WHERE grant_id IN (
    SELECT session_id || '.' || app_id FROM session_app WHERE person_id = ? AND app_id = ?)`)
// Of no session any more, so the app is told of its end as of any session that is gone. Those being told stay theirs.
const detach = writes('session_app')(`
  UPDATE session_app SET session_id = session_id || '.' || sid, tell_at = ?
  WHERE person_id = ? AND app_id = ? AND tell_at = 0`)

const countSessions = statement(`
  SELECT count(DISTINCT i.grant_id) AS n
  FROM session_app sa
  JOIN session s ON s.id = sa.session_id AND s.ended_at IS NULL AND s.idle_expires_at > ? AND s.expires_at > ?
  JOIN oidc_item i ON i.grant_id = sa.session_id || '.' || sa.app_id
  WHERE sa.person_id = ? AND sa.app_id = ? AND i.model IN ('AccessToken', 'RefreshToken')
    AND i.consumed_at IS NULL AND i.expires_at > ?`)

type Held = { personId: string; appId: string; now: number }

export async function endTokens(queries: Queries, { personId, appId, now }: Held): Promise<void> {
  await queries.run(removeTokens, personId, appId)
  await queries.run(detach, now, personId, appId)
}

/** In how many live sessions of the person it holds a token that is still good. */
export async function countSessionsHeld(queries: Queries, { personId, appId, now }: Held): Promise<number> {
  const row = await queries.one(countSessions, now, now, personId, appId, now)
  return row ? integer(row, 'n') : 0
}
