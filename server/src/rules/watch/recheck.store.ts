import { liveSession } from '../../accounts/live-session.sql.ts'
import type { Queries } from '../../platform/store/database.ts'
import { selectAll, selectOne } from '../../platform/store/query.ts'
import { integer, mapRecord, text } from '../../platform/store/row.ts'

/** People who can use something: with a live session, or with tokens of an app that outlive it. */
const PRESENT = `(EXISTS (
    SELECT 1 FROM session s WHERE s.person_id = v.person_id AND ${liveSession('s')}
  ) OR EXISTS (
    SELECT 1 FROM session_app a JOIN oidc_item i ON i.session_id = a.session_id
    WHERE a.person_id = v.person_id AND i.model IN ('AccessToken', 'RefreshToken') AND i.expires_at > :now
  ))`
const CURRENT = `FROM rule_verdict v JOIN people_group g ON g.id = v.group_id AND g.rule_version = v.rule_version
  WHERE v.outcome = 'yes'`

const verdicts = mapRecord({ groupId: text, personId: text })

type DueOptions = {
  now: number
  from: number
  until: number
  /** Rows that are not due yet are included if they were checked before. */
  checkedBefore: number
  limit: number
}

// Also verdicts that were suspended, until it is known whether the tokens of the person must end.
// The bounds of `fresh_until` use its index: most people who were let in once are long gone.
/** Outcomes that let people in who are here now, and that are due for a check. */
export const findDueVerdicts = selectAll(verdicts.read)<DueOptions>(`
  SELECT v.group_id, v.person_id ${CURRENT} AND v.fresh_until BETWEEN :from AND :until
    AND (v.fresh_until <= :now OR v.checked_at <= :checkedBefore) AND (v.keep_until > :now OR v.keep_until = 0)
    AND ${PRESENT}
  ORDER BY v.fresh_until LIMIT :limit`)

const findStale = selectOne((row) => ({ count: integer(row, 'n'), since: integer(row, 'since') }))<StaleAt>(`
  SELECT count(*) AS n, coalesce(min(v.checked_at), 0) AS since ${CURRENT}
    AND v.checked_at <= :checkedBefore AND v.fresh_until <= :now AND v.keep_until > :now AND ${PRESENT}`)

type StaleAt = { now: number; checkedBefore: number }

/** The same that should have been checked before `checkedBefore`. */
export async function findStaleVerdicts(queries: Queries, at: StaleAt): Promise<{ count: number; since: number }> {
  return (await findStale(queries, at)) ?? { count: 0, since: 0 }
}
