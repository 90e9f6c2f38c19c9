/** Checks people with a live session again, for changes that emit no event and for chains whose events are not read. */

import {
  RECHECK_BATCH,
  RECHECK_INTERVAL_MS,
  VERDICT_YES_FRESH_MS,
  WATCH_INTERVAL_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import type { Database } from '../../platform/store/database.ts'
import { findDueVerdicts } from './recheck.store.ts'

type Dependencies = {
  store: Database
  now(): number
  check(groupId: string, personIds: readonly string[]): Promise<readonly RuleOutcome[]>
}

/** Per round; the others follow in the next one. */
const PEOPLE_MAX = 50_000
/** Longer than any grace period: an outcome that no longer counts is checked when the person returns. */
const OLDEST_MS = 65 * 60 * 1000
/** While a rule cannot be checked, everyone is due all the time. */
const PAUSE_MAX_MS = 60_000

export function createRecheck({ store, now, check }: Dependencies): (signal: AbortSignal) => Promise<void> {
  const pauses = new Map<string, { until: number; ms: number }>()

  /** False if nothing is known of anyone: then the others are not tried. */
  async function checkBatch(groupId: string, personIds: readonly string[]): Promise<boolean> {
    const outcomes = await check(groupId, personIds)
    if (outcomes.length === 0 || outcomes.some((outcome) => outcome !== 'unknown')) {
      pauses.delete(groupId)
      return true
    }
    const ms = Math.min(PAUSE_MAX_MS, 2 * (pauses.get(groupId)?.ms ?? WATCH_INTERVAL_MS / 2))
    pauses.set(groupId, { until: now() + ms, ms })
    return false
  }

  async function checkGroup(groupId: string, personIds: readonly string[], signal: AbortSignal): Promise<void> {
    if ((pauses.get(groupId)?.until ?? 0) > now()) return
    for (let start = 0; start < personIds.length && !signal.aborted; start += RECHECK_BATCH)
      if (!(await checkBatch(groupId, personIds.slice(start, start + RECHECK_BATCH)))) return
  }

  return async (signal) => {
    const groups = Map.groupBy(await findDue(store, now()), ({ groupId }) => groupId)
    for (const groupId of pauses.keys()) if (!groups.has(groupId)) pauses.delete(groupId)
    for (const [groupId, due] of groups) {
      const personIds = due.map(({ personId }) => personId)
      await checkGroup(groupId, personIds, signal)
    }
  }
}

/** Before they expire, so that nobody stays longer than that without a check. */
async function findDue(store: Database, now: number) {
  const until = now + VERDICT_YES_FRESH_MS - RECHECK_INTERVAL_MS
  const common = { now, checkedBefore: now - RECHECK_INTERVAL_MS, limit: PEOPLE_MAX }
  // Marked as due by a change of the person.
  const marked = await findDueVerdicts(store, { ...common, from: 0, until: 0 })
  return [...marked, ...(await findDueVerdicts(store, { ...common, from: now - OLDEST_MS, until }))]
}
