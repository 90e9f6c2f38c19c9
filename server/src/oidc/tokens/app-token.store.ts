/** What is kept for an app in the sessions it was used in. */

import { type Queries, statement, writes } from '../../platform/store/database.ts'

const removeTokens = statement(`
  DELETE FROM oidc_item WHERE grant_id IN (SELECT session_id || '.' || app_id FROM session_app WHERE app_id = ?)`)
const removeUses = statement('DELETE FROM session_app WHERE app_id = ?')

// Of no session any more, so that the app is told of their end; those being told stay theirs.
const detachUses = writes('session_app')(`
  UPDATE session_app SET session_id = session_id || '.' || sid, tell_at = ? WHERE app_id = ? AND tell_at = 0`)

/** Every code and token it holds, of whomever. */
export async function removeTokensOfApp(queries: Queries, appId: string): Promise<void> {
  await queries.run(removeTokens, appId)
  await queries.run(removeUses, appId)
}

/** The same, but the app stays and is told. Returns in how many sessions it was used. */
export async function endTokensOfApp(queries: Queries, appId: string, now: number): Promise<number> {
  await queries.run(removeTokens, appId)
  return queries.run(detachUses, now, appId)
}
