import { AppError, type FieldProblem } from '@countersign/contract/error/errors.ts'
import type { RuleTrial } from '@countersign/contract/routes/admin/rule.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { findGroup } from '../../accounts/group/group.ts'
import type { Context } from '../../context.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { Evaluation } from '../evaluation/judge.ts'
import { findSubjects } from '../find-subjects.ts'
import { openRules } from '../open-rules.ts'
import { findOtherHolders, refuseSeat } from '../seats.ts'
import { type Holder, type Subject, toHolder } from '../subject.ts'
import { requirePreviewable } from './check-references.ts'
import { parseAccount } from './parse-account.ts'
import { resolveNames } from './resolve-accounts.ts'

type Request = {
  groupId: string
  rule: Rule
  accounts?: string[] | undefined
  personId?: string | undefined
  signal?: AbortSignal
}

export async function tryRule(context: Context, request: Request): Promise<RuleTrial> {
  const { groupId, rule, signal } = request
  if (!(await findGroup(context.store, groupId))) throw new AppError('not_found')
  const subject = await findSubject(context, request)
  await requirePreviewable(context.store, { groupId, rule })
  const [found] = await openRules(context).evaluate(rule, [subject], { explain: true, signal })
  const evaluation = found && (await applySeats(context.store, { groupId, rule, subject }, found))
  const wallets = new Set(subject.holders.map(({ address }) => formatAddress(address)))
  return { outcome: evaluation?.outcome ?? 'unknown', reasons: evaluation?.reasons ?? [], wallets: [...wallets] }
}

type Seated = { groupId: string; rule: Rule; subject: Subject }

/** Seats of other people in the group. An address without an account may be that of the person with the seat. */
async function applySeats(
  queries: Queries,
  { groupId, rule, subject: { personId } }: Seated,
  evaluation: Evaluation,
): Promise<Evaluation> {
  const { tokens } = evaluation
  if (!rule.seats || personId === null || tokens.length === 0) return evaluation
  for (const token of tokens)
    if ((await findOtherHolders(queries, { groupId, personId, tokens: [token] })).length === 0) return evaluation
  return refuseSeat(rule, evaluation)
}

async function findSubject(context: Context, { accounts, personId }: Request): Promise<Subject> {
  if (accounts && personId !== undefined) throw refuse([{ path: '/personId', code: 'exclusive' }])
  if (accounts) return { personId: null, role: null, groupIds: [], holders: await findHolders(context, accounts) }
  if (personId === undefined) throw refuse([{ path: '/accounts', code: 'required' }])
  const subject = (await findSubjects(context.store, [personId], context.now())).get(personId)
  if (!subject) throw refuse([{ path: '/personId', code: 'unknown_person' }])
  return subject
}

/** As if each account had been linked long ago. */
async function findHolders(context: Context, accounts: readonly string[]): Promise<Holder[]> {
  const parsed = await Promise.all(accounts.map((account) => parseAccount(account.trim())))
  const names = parsed.flatMap((account) => (account.kind === 'name' ? [account.name] : []))
  const resolved = await resolveNames(context, names)
  const problems: FieldProblem[] = []
  const holders = new Map<string, Holder>()
  let next = 0
  for (const [index, written] of parsed.entries()) {
    const account = written.kind === 'name' ? resolved[next++] : written
    if (account?.kind === 'account') holders.set(`${account.address} ${account.chain}`, toHolder(account, 0))
    else problems.push({ path: `/accounts/${index}`, code: account?.code ?? 'unresolved_name' })
  }
  if (problems.length > 0) throw refuse(problems)
  return [...holders.values()]
}

function refuse(fields: FieldProblem[]): AppError {
  return new AppError('invalid_body', { fields })
}
