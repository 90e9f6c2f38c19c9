import { liveSession } from '../../accounts/live-session.sql.ts'
import { type Queries, removeWithLateRows, statement } from '../../platform/store/database.ts'
import { selectCount } from '../../platform/store/query.ts'
import { text, textList } from '../../platform/store/row.ts'

// A row detached from its session is due for back-channel logout; rows with `notify_at` set are being notified already.
const DETACH = `UPDATE session_app SET session_id = session_id || '.' || sid, notify_at = ?`
/**
 * A request that began before the last revocation stores the session with its apps, and their old `sid`, again. The new
 * row replaces the one that is due: the logout token for both is the same.
 */
const removeReplaced = (which: string) =>
  statement(`
  DELETE FROM session_app WHERE ${which} AND notify_at > 0
    AND session_id IN (SELECT session_id || '.' || sid FROM session_app WHERE ${which} AND notify_at = 0)`)
const GRANT_IDS = `SELECT session_id || '.' || app_id FROM session_app`

const removeOfPerson = statement(`
  DELETE FROM oidc_item WHERE grant_id IN (${GRANT_IDS} WHERE person_id = ? AND app_id = ?)`)
const removeReplacedOfPerson = removeReplaced('person_id = ? AND app_id = ?')
const detachOfPerson = statement(`${DETACH} WHERE person_id = ? AND app_id = ? AND notify_at = 0`)
const removeOfApp = statement(`DELETE FROM oidc_item WHERE grant_id IN (${GRANT_IDS} WHERE app_id = ?)`)
const removeReplacedOfApp = removeReplaced('app_id = ?')
const detachOfApp = statement(`${DETACH} WHERE app_id = ? AND notify_at = 0`)
const removeSessionApps = statement('DELETE FROM session_app WHERE app_id = ?')

// Group ids are stored as JSON: the quotes delimit each id.
const findUsed = statement(`
  SELECT id, group_ids FROM app
  WHERE access = 'groups' AND group_ids LIKE ? AND id IN (SELECT app_id FROM session_app WHERE person_id = ?)`)

type Use = { personId: string; appId: string; now: number }

export async function revokeTokens(queries: Queries, { personId, appId, now }: Use): Promise<void> {
  await removeWithLateRows(queries, removeOfPerson, personId, appId)
  await queries.run(removeReplacedOfPerson, personId, appId, personId, appId)
  await queries.run(detachOfPerson, now, personId, appId)
}

export async function revokeTokensOfApp(queries: Queries, appId: string, now: number): Promise<number> {
  await removeWithLateRows(queries, removeOfApp, appId)
  await queries.run(removeReplacedOfApp, appId, appId)
  return queries.run(detachOfApp, now, appId)
}

export async function removeTokensOfApp(queries: Queries, appId: string): Promise<void> {
  await queries.run(removeOfApp, appId)
  await queries.run(removeSessionApps, appId)
}

export const countSessionsWithTokens = selectCount<Use>(`
  SELECT count(DISTINCT i.grant_id) AS n
  FROM session_app sa
  JOIN session s ON s.id = sa.session_id AND ${liveSession('s')}
  JOIN oidc_item i ON i.grant_id = sa.session_id || '.' || sa.app_id
  WHERE sa.person_id = :personId AND sa.app_id = :appId AND i.model IN ('AccessToken', 'RefreshToken')
    AND i.consumed_at IS NULL AND i.expires_at > :now`)

/** Apps that are restricted to this group among others, and that the person has signed in to. */
export async function findUsedApps(
  queries: Queries,
  { personId, groupId }: { personId: string; groupId: string },
): Promise<{ id: string; groupIds: string[] }[]> {
  const rows = await queries.all(findUsed, `%"${groupId}"%`, personId)
  return rows.map((row) => ({ id: text(row, 'id'), groupIds: textList(row, 'group_ids') }))
}
