/** The groups of a person, by an admin or by a rule, and whether they give access. */

import type { AccessRule } from '@countersign/contract/access.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { RequiredAccess } from '@countersign/contract/host/host-rule.ts'
import { VERDICT_UNKNOWN_FRESH_MS, VERDICT_YES_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import {
  findMembership,
  hasAccess,
  type Membership,
  type RuleState,
  type StoredMembership,
} from '../accounts/group/group-access.ts'
import type { Context } from '../context.ts'
import { memoize } from '../platform/memoize.ts'
import { type Awaitable, mapAwaitable } from '../platform/store/database.ts'
import { waitForCheck } from './open-rules.ts'
import { createCheckQueue } from './verdicts/check-queue.ts'

export type { Membership } from '../accounts/group/group-access.ts'

/** The same object while nothing changes. Groups that are due are checked in the background. */
export async function currentMembership(context: Context, personId: string): Promise<Membership> {
  return resolveMembership(context, await findMembership(context.store, personId))
}

export type AccessCheck = { outcome: RuleOutcome; membership: Membership }

/** Waits for the rules that could give access. Unknown if they could not be checked in time. */
export function checkAccess(context: Context, rule: AccessRule, personId: string): Awaitable<AccessCheck> {
  return checkAllAccess(context, [rule], personId)
}

/** Whether every one of the rules gives access. Not async: a verdict in memory is answered without a promise. */
export function checkAllAccess(
  context: Context,
  rules: readonly RequiredAccess[],
  personId: string,
): Awaitable<AccessCheck> {
  return mapAwaitable(findMembership(context.store, personId), (stored) => {
    const membership = resolveMembership(context, stored)
    if (rules.every((rule) => givesAccess(rule, membership.ids))) return { outcome: 'yes', membership }
    return checkMissingAccess(context, { rules, stored, membership })
  })
}

type Missing = { rules: readonly RequiredAccess[]; stored: StoredMembership; membership: Membership }

async function checkMissingAccess(context: Context, { rules, stored, membership }: Missing): Promise<AccessCheck> {
  const missing = rules.filter((rule) => !givesAccess(rule, membership.ids))
  const groupIds = missing.flatMap((rule) => rule.groupIds)
  if (stored.rules.every(({ groupId }) => !groupIds.includes(groupId))) return { outcome: 'no', membership }
  await awaitChecks(context, stored, { groupIds, first: missing.length === 1 })
  const checked = await findMembership(context.store, stored.personId)
  const after = resolveMembership(context, checked)
  const outcomes = missing.map((rule) => outcomeOf(context, { rule, stored: checked, ids: after.ids }))
  return { outcome: allOf(outcomes), membership: after }
}

function givesAccess({ access, groupIds }: RequiredAccess, ownIds: readonly string[]): boolean {
  return access === 'public' || hasAccess({ access, groupIds }, ownIds)
}

/** Access that could not be checked is an error, never a refusal. */
export function requireKnown(outcome: RuleOutcome): boolean {
  if (outcome === 'unknown') throw new AppError('access_unknown', { retryAfter: UNKNOWN_RETRY_SECONDS })
  return outcome === 'yes'
}

export const UNKNOWN_RETRY_SECONDS = VERDICT_UNKNOWN_FRESH_MS / 1000

/** For claims: waits for rules that are due, and leaves out groups that stay unknown. */
export async function checkedMembership(context: Context, personId: string): Promise<Membership> {
  const stored = await findMembership(context.store, personId)
  if (stored.rules.length === 0) return stored
  await awaitChecks(context, stored, { groupIds: stored.rules.map(({ groupId }) => groupId), first: false })
  return currentMembership(context, personId)
}

function isIn({ outcome, keepUntil }: RuleState, now: number): boolean {
  return outcome === 'yes' && now < keepUntil
}

function isOut({ outcome, freshUntil, keepUntil }: RuleState, now: number): boolean {
  return outcome === 'no' && now < freshUntil && now < keepUntil
}

/** Nothing counts, and no check has failed just before. */
function isOpen(state: RuleState, now: number): boolean {
  return !isIn(state, now) && !isOut(state, now) && now >= state.freshUntil
}

type Resolved = { membership: Membership; until: number }

const resolvedCache = new WeakMap<StoredMembership, Resolved>()

function resolveMembership(context: Context, stored: StoredMembership): Membership {
  if (stored.rules.length === 0) return stored
  const now = context.now()
  const cached = resolvedCache.get(stored)
  if (cached && now < cached.until) return cached.membership
  const resolved = resolveAt(context, stored, now)
  const isSame = cached?.membership.slugs.join() === resolved.membership.slugs.join()
  const membership = cached && isSame ? cached.membership : resolved.membership
  resolvedCache.set(stored, { ...resolved, membership })
  return membership
}

function resolveAt(context: Context, stored: StoredMembership, now: number): Resolved {
  const groups = new Map(stored.slugs.map((slug, index) => [slug, stored.ids[index] ?? '']))
  const times: number[] = []
  for (const state of stored.rules) {
    const { groupId, slug, freshUntil, keepUntil } = state
    if (isIn(state, now)) {
      groups.set(slug, groupId)
      times.push(keepUntil)
    }
    times.push(freshUntil, dueAt(state))
    if (now < dueAt(state)) continue
    // Should its outcome not be written, the check is repeated then.
    times.push(now + VERDICT_UNKNOWN_FRESH_MS)
    context.background.run('check a rule', () => requestCheck(context, stored.personId, groupId))
  }
  const slugs = [...groups.keys()].sort()
  const until = Math.min(...times.filter((time) => time > now))
  return { membership: { ids: slugs.map((slug) => groups.get(slug) ?? ''), slugs }, until }
}

/** When it is checked in the background. A no can wait: a request that needs the group checks it sooner. */
function dueAt({ outcome, freshUntil }: RuleState): number {
  return outcome === 'no' && freshUntil > 0 ? freshUntil + VERDICT_YES_FRESH_MS : freshUntil
}

type CheckWait = { groupIds: readonly string[]; first: boolean }

/** Until all checks are done or, with `first`, until one says yes; but not longer than a request may wait. */
async function awaitChecks(context: Context, stored: StoredMembership, { groupIds, first }: CheckWait): Promise<void> {
  const now = context.now()
  const open = stored.rules.filter((state) => groupIds.includes(state.groupId) && isOpen(state, now))
  if (open.length === 0) return
  const running = open.map(({ groupId }) => requestCheck(context, stored.personId, groupId))
  for (const check of running) context.background.run('check a rule', () => check)
  const done: Promise<unknown>[] = [Promise.all(running)]
  if (first) done.push(Promise.any(running.map(requireYes)).catch(() => Promise.all(running)))
  await waitForCheck(context, Promise.race(done))
}

async function requireYes(check: Promise<RuleOutcome>): Promise<void> {
  if ((await check) !== 'yes') throw new Error('not let in')
}

type Deciding = { rule: RequiredAccess; stored: StoredMembership; ids: readonly string[] }

function outcomeOf({ now }: Context, { rule, stored, ids }: Deciding): RuleOutcome {
  if (givesAccess(rule, ids)) return 'yes'
  const at = now()
  const states = stored.rules.filter(({ groupId }) => rule.groupIds.includes(groupId))
  return states.every((state) => isOut(state, at)) ? 'no' : 'unknown'
}

function allOf(outcomes: readonly RuleOutcome[]): RuleOutcome {
  if (outcomes.includes('no')) return 'no'
  return outcomes.includes('unknown') ? 'unknown' : 'yes'
}

/** Checks a person now; concurrent requests share the check. */
export function requestCheck(context: Context, personId: string, groupId: string): Promise<RuleOutcome> {
  return checksOf(context).check(personId, groupId)
}

const checksOf = memoize((context: Context) =>
  createCheckQueue(async (groupId, personIds) => {
    const { checkVerdicts } = await import('./verdicts/check-verdicts.ts')
    const checked = await checkVerdicts(context, { groupIds: [groupId], personIds, explain: true })
    return new Map(checked.map(({ personId, outcome }) => [personId, outcome]))
  }),
)
