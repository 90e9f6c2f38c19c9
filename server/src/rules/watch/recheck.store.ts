import { liveAt, liveSession } from '../../accounts/live-session.sql.ts'
import { type Queries, statement } from '../../platform/store/database.ts'
import { integer, text } from '../../platform/store/row.ts'

/** People who can use something: with a live session, or with tokens of an app that outlive it. */
const PRESENT = `(EXISTS (
    SELECT 1 FROM session s WHERE s.person_id = v.person_id AND ${liveSession('s')}
  ) OR EXISTS (
    SELECT 1 FROM session_app a JOIN oidc_item i ON i.session_id = a.session_id
    WHERE a.person_id = v.person_id AND i.model IN ('AccessToken', 'RefreshToken') AND i.expires_at > ?
  ))`
const CURRENT = `FROM rule_verdict v JOIN people_group g ON g.id = v.group_id AND g.rule_version = v.rule_version
  WHERE v.outcome = 'yes'`

// Also verdicts that were suspended, until it is known whether the tokens of the person must end.
// The bounds of `fresh_until` use its index: most people who were let in once are long gone.
const findDue = statement(`
  SELECT v.group_id, v.person_id ${CURRENT} AND v.fresh_until BETWEEN ? AND ?
    AND (v.fresh_until <= ? OR v.checked_at <= ?) AND (v.keep_until > ? OR v.keep_until = 0) AND ${PRESENT}
  ORDER BY v.fresh_until LIMIT ?`)
const findStale = statement(`
  SELECT count(*) AS n, coalesce(min(v.checked_at), 0) AS since ${CURRENT}
    AND v.checked_at <= ? AND v.fresh_until <= ? AND v.keep_until > ? AND ${PRESENT}`)

export type DueVerdict = { groupId: string; personId: string }

type DueOptions = {
  now: number
  from: number
  until: number
  /** Rows that are not due yet are included if they were checked before. */
  checkedBefore: number
  limit: number
}

/** Outcomes that let people in who are here now, and that are due for a check. */
export async function findDueVerdicts(
  queries: Queries,
  { now, from, until, checkedBefore, limit }: DueOptions,
): Promise<DueVerdict[]> {
  const rows = await queries.all(findDue, from, until, now, checkedBefore, now, ...liveAt(now), now, limit)
  return rows.map((row) => ({ groupId: text(row, 'group_id'), personId: text(row, 'person_id') }))
}

/** The same that should have been checked before `checkedBefore`. */
export async function findStaleVerdicts(
  queries: Queries,
  { now, checkedBefore }: { now: number; checkedBefore: number },
): Promise<{ count: number; since: number }> {
  const row = await queries.one(findStale, checkedBefore, now, now, ...liveAt(now), now)
  return row ? { count: integer(row, 'n'), since: integer(row, 'since') } : { count: 0, since: 0 }
}
