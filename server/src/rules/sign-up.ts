import { type Account, formatAccount } from '@countersign/contract/family/account.ts'
/** Sign-up by rule: people who meet the rule of one of these groups may create an account. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { findRequestState, SITE } from '../accounts/access-request/access-request.ts'
import { lockGroup } from '../accounts/group/group.ts'
import { findGroupRule, findGroupRuleForVerdicts, type GroupRuleRecord } from '../accounts/group/group-rule.store.ts'
import { findVerdicts } from '../accounts/group/verdict.store.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import type { Evaluation } from './evaluation/judge.ts'
import { findSubjects } from './find-subjects.ts'
import { requestCheck, UNKNOWN_RETRY_SECONDS } from './membership.ts'
import { openRules, waitForCheck } from './open-rules.ts'
import { describeRequirement } from './requirements.ts'
import { findOtherHolders } from './seats.ts'
import { type Subject, toHolder } from './subject.ts'
import { recordOutages } from './verdicts/record-outages.ts'
import { writeVerdict } from './verdicts/write-verdicts.ts'

type GroupCheck = { group: GroupRuleRecord; evaluation: Evaluation; undecided?: boolean }

export type SignUpCheck = { account: Account; checks: GroupCheck[]; at: number }

/** Reads chains, so it runs outside of transactions. `refusal` unless a rule lets the wallet in. */
export async function checkSignUp(
  context: Context,
  account: Account,
  groupIds: readonly string[],
): Promise<SignUpCheck & { refusal: AppError | undefined }> {
  const at = context.now()
  const subject = subjectOf(account, at)
  const checks: GroupCheck[] = []
  await Promise.all(
    groupIds.map(async (groupId) => {
      const group = await findGroupRule(context.store, groupId)
      if (group) checks.push({ group, evaluation: await evaluate(context, group, subject) })
    }),
  )
  const check = { account, checks, at }
  await recheckHolders(context, check)
  const isIn = checks.some(({ evaluation }) => evaluation.outcome === 'yes')
  return { ...check, refusal: isIn ? undefined : await refusalOf(context, check) }
}

/** As the person will be: a member with this wallet. */
function subjectOf(account: Account, now: number): Subject {
  return { personId: null, role: 'member', groupIds: [], holders: [toHolder(account, now)] }
}

const UNKNOWN: Evaluation = { outcome: 'unknown', reasons: [], blocks: {}, tokens: [], validUntil: null }

async function evaluate(context: Context, group: GroupRuleRecord, subject: Subject): Promise<Evaluation> {
  const rules = openRules(context)
  const evaluating = rules.evaluate(group.rule, [subject], { explain: true }).then(async (evaluations) => {
    await recordOutages(context, group, evaluations)
    return evaluations[0]
  })
  context.background.run('check a rule', () => evaluating)
  return (await waitForCheck(context, evaluating).catch(() => undefined)) ?? UNKNOWN
}

/** The holder of a seat may have sold the token since. */
async function recheckHolders(context: Context, { checks }: SignUpCheck): Promise<void> {
  for (const check of checks) {
    const { groupId, rule } = check.group
    if (!rule.seats) continue
    const { tokens } = check.evaluation
    const holders = await findOtherHolders(context.store, { groupId, personId: '', tokens })
    const checking = Promise.all(holders.map((holder) => requestCheck(context, holder, groupId)))
    const outcomes = await waitForCheck(context, checking)
    check.undecided = outcomes === undefined || outcomes.includes('unknown')
  }
}

/** The rules are disclosed only to a proven wallet. */
async function refusalOf(context: Context, { account, checks }: SignUpCheck): Promise<AppError> {
  const requirements = await Promise.all(
    checks.map(({ group, evaluation }) => describeRequirement(context, group, evaluation)),
  )
  if (requirements.every(({ outcome }) => outcome === 'no')) {
    const subject = formatAccount(account)
    const request = await findRequestState(context.store, { subject, object: SITE, now: context.now() })
    return new AppError('requirements_not_met', { requirements, request })
  }
  return new AppError('access_unknown', { retryAfter: UNKNOWN_RETRY_SECONDS, requirements })
}

/** In the transaction that created the person. Throws if none of the rules lets them in any more. */
export async function admitByRule(
  context: Context,
  queries: Queries,
  { personId, check }: { personId: string; check: SignUpCheck },
): Promise<void> {
  const subject = (await findSubjects(queries, [personId])).get(personId)
  if (!subject) throw new Error('A new person does not exist')
  let isIn = false
  // In one order, so that two sign-ups do not deadlock.
  for (const one of check.checks.toSorted((a, b) => (a.group.groupId < b.group.groupId ? -1 : 1))) {
    const { group, ...decided } = one
    if (group.rule.seats) await lockGroup(queries, group.groupId)
    const current = await findGroupRuleForVerdicts(queries, group.groupId)
    if (current?.ruleVersion !== group.ruleVersion) continue
    const outcome = await writeVerdict(context, queries, { group, check: { subject, ...decided, at: check.at } })
    isIn ||= outcome === 'yes'
  }
  if (isIn) return
  throw new NotAdmitted(await findOutcomes(queries, check, personId))
}

/** Another person took the last seat, or the rules were changed meanwhile. */
class NotAdmitted extends Error {
  readonly check: SignUpCheck

  constructor(check: SignUpCheck) {
    super('No rule lets this wallet in')
    this.check = check
  }
}

async function findOutcomes(
  queries: Queries,
  { account, checks, at }: SignUpCheck,
  personId: string,
): Promise<SignUpCheck> {
  const decided: GroupCheck[] = []
  for (const { group, evaluation } of checks) {
    const verdict = (await findVerdicts(queries, group.groupId, [personId])).get(personId)
    const outcome = verdict?.outcome ?? 'unknown'
    decided.push({ group, evaluation: { ...evaluation, outcome, reasons: verdict?.reasons ?? [] } })
  }
  return { account, checks: decided, at }
}

/** The refusal, built after the transaction. */
export async function explainNotAdmitted(context: Context, error: unknown): Promise<unknown> {
  return error instanceof NotAdmitted ? refusalOf(context, error.check) : error
}
