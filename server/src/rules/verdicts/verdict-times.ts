/** How long a verdict counts, and what it says about later checks. */

import { VERDICT_NO_FRESH_MS, VERDICT_YES_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import { placeLeaves, type Rule } from '@countersign/contract/rule/rule.ts'
import type { Verdict } from '../../accounts/group/verdict.store.ts'
import type { Blocks } from '../chain-read.ts'

type Times = { outcome: 'yes' | 'no'; at: number; validUntil: number | null }

/** A yes counts for the grace period, but not beyond a time window; a no only while it is fresh. */
export function timesOf(rule: Rule, { outcome, at, validUntil }: Times): { freshUntil: number; keepUntil: number } {
  const fresh = at + (outcome === 'yes' ? VERDICT_YES_FRESH_MS : VERDICT_NO_FRESH_MS)
  const freshUntil = Math.min(fresh, validUntil ?? fresh)
  if (outcome === 'no') return { freshUntil, keepUntil: freshUntil }
  return { freshUntil, keepUntil: Math.min(at + graceOf(rule), nextWindowBorder(rule, at)) }
}

/** No outage hides the time of day. */
function nextWindowBorder({ condition: root }: Rule, at: number): number {
  const borders = placeLeaves(root).flatMap(({ condition }) =>
    condition.kind === 'time_window' ? [condition.from, condition.until] : [],
  )
  return Math.min(...borders.map((time) => Date.parse(time ?? '')).filter((time) => time > at))
}

/** The blocks of the verdict, below which a check finds nothing out. A chain that stays behind is believed in the end. */
export function blocksSince(rule: Rule, verdict: Verdict | undefined, now: number): Blocks {
  return verdict && now < verdict.checkedAt + graceOf(rule) ? verdict.blocks : {}
}

function graceOf({ graceMinutes }: Rule): number {
  return graceMinutes * 60_000
}
