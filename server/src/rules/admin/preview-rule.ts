import { AppError } from '@countersign/contract/error/errors.ts'
import { PREVIEW_MAX_MS, PREVIEW_NAMED_MAX, PREVIEW_PEOPLE_MAX } from '@countersign/contract/limits/rule-limits.ts'
import type { PreviewedPerson, RulePreview } from '@countersign/contract/routes/admin/rule.ts'
import { isSeated } from '@countersign/contract/rule/check-rule.ts'
import {
  type Condition,
  isChainCondition,
  placeLeaves,
  type Rule,
  type RuleOutcome,
} from '@countersign/contract/rule/rule.ts'
import { findGroup } from '../../accounts/group/group.ts'
import { findMemberships } from '../../accounts/group/group-members.store.ts'
import { findPeopleByIds, type ListedPerson } from '../../accounts/person/list-people.store.ts'
import { presentAddress } from '../../accounts/person/present-person.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { Evaluation } from '../evaluation/judge.ts'
import { findSubjects } from '../find-subjects.ts'
import { openRules } from '../open-rules.ts'
import type { Subject } from '../subject.ts'
import { requirePreviewable } from './check-references.ts'
import { countActivePeople, findActivePeople } from './rule-member.store.ts'

type Request = {
  groupId: string
  rule: Rule
  /** Who asks. */
  personId: string
  /** Ends the preview. What was not checked by then is left out. */
  signal?: AbortSignal
}

export async function previewRule(context: Context, request: Request): Promise<RulePreview> {
  const { groupId, rule, personId } = request
  const { store, chains } = context
  if (!(await findGroup(store, groupId))) throw new AppError('not_found')
  await requirePreviewable(store, { groupId, rule })
  const requestsBefore = chains.requestCount
  const deadline = AbortSignal.timeout(PREVIEW_MAX_MS)
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline
  const people = await findActivePeople(store, PREVIEW_PEOPLE_MAX)
  // The requester is always included, however long ago they were seen.
  const ids = [personId, ...people.filter((id) => id !== personId)].slice(0, PREVIEW_PEOPLE_MAX)
  const tally = createTally(personId)
  for await (const batch of batchSubjects(context, { rule, ids, signal })) {
    const evaluations = await evaluateUntil(signal, () =>
      openRules(context).evaluate(rule, [...batch.values()], { signal }),
    )
    if (!evaluations) break
    const batchIds = [...batch.keys()]
    const { added, byRule } = await findMemberships(store, { groupId, personIds: batchIds, now: context.now() })
    for (const [index, id] of batchIds.entries()) {
      const evaluation = evaluations[index]
      if (evaluation) tally.add(id, evaluation, { added: added.has(id), byRule: byRule.has(id) })
    }
  }
  return {
    ...(await presentTally(store, tally.read())),
    people: await countActivePeople(store),
    requests: chains.requestCount - requestsBefore,
  }
}

/** Undefined once the preview has ended. */
async function evaluateUntil<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

/** Reads of one evaluation: many, so that requests to nodes are full, but few enough for memory. */
const READS_PER_EVALUATION = 40_000
const PEOPLE_PER_QUERY = 1000

type Batching = { rule: Rule; ids: readonly string[]; signal: AbortSignal }

async function* batchSubjects(
  { store, now }: Context,
  { rule, ids, signal }: Batching,
): AsyncGenerator<Map<string, Subject>> {
  const perHolder = estimateReads(rule)
  const readsOf = ({ holders }: Subject) => holders.length * perHolder
  let batch = new Map<string, Subject>()
  let reads = 0
  for (let start = 0; start < ids.length && !signal.aborted; start += PEOPLE_PER_QUERY) {
    const page = ids.slice(start, start + PEOPLE_PER_QUERY)
    const subjects = await findSubjects(store, page, now())
    for (const id of page) {
      const subject = subjects.get(id)
      if (!subject) continue
      if (batch.size > 0 && reads + readsOf(subject) > READS_PER_EVALUATION) {
        yield batch
        batch = new Map()
        reads = 0
      }
      batch.set(id, subject)
      reads += readsOf(subject)
    }
  }
  if (batch.size > 0 && !signal.aborted) yield batch
}

/** Items of a wallet, such as attestations, that a condition lists one by one. */
const LISTED_ITEMS = 10

/** Reads per wallet. */
function estimateReads({ condition: root, heldBlocks, seats }: Rule): number {
  const readsOf = (condition: Condition) => {
    if (!isChainCondition(condition)) return 0
    const lists = ['attestation', 'poap'].includes(condition.kind) || (seats && isSeated(condition))
    return lists ? LISTED_ITEMS : 1
  }
  const reads = placeLeaves(root).reduce((sum, { condition }) => sum + readsOf(condition), 0)
  return heldBlocks > 0 ? 2 * reads : reads
}

type Counts = Pick<RulePreview, 'checked' | 'yes' | 'no' | 'unknown' | 'gains' | 'loses'>
type Kind = keyof RulePreview['named']
type Tally = { counts: Counts; named: Record<Kind, string[]>; self: RulePreview['self'] }
type Membership = { added: boolean; byRule: boolean }

function createTally(self: string) {
  const tally: Tally = {
    counts: { checked: 0, yes: 0, no: 0, unknown: 0, gains: 0, loses: 0 },
    named: { yes: [], gains: [], loses: [], unknown: [] },
    self: 'unknown',
  }
  const seats = new Set<string>()
  const name = (kind: Kind, id: string) => {
    if (tally.named[kind].length < PREVIEW_NAMED_MAX) tally.named[kind].push(id)
  }
  return {
    read: () => tally,
    add(id: string, evaluation: Evaluation, membership: Membership) {
      const outcome = takeSeat(seats, evaluation)
      const change = changeOf(outcome, membership)
      tally.counts.checked += 1
      tally.counts[outcome] += 1
      if (outcome !== 'no') name(outcome, id)
      if (change === 'gains' || change === 'loses') {
        tally.counts[change] += 1
        name(change, id)
      }
      if (id === self) tally.self = change
    },
  }
}

/** People whom an admin added stay in the group, whatever its rule says. */
function changeOf(outcome: RuleOutcome, { added, byRule }: Membership): RulePreview['self'] {
  if (added) return 'stays_in'
  if (outcome === 'unknown') return 'unknown'
  if (outcome === 'yes') return byRule ? 'stays_in' : 'gains'
  return byRule ? 'loses' : 'stays_out'
}

/** In a rule with seats, a token that counts for two people through a vault lets the first of them in. */
function takeSeat(taken: Set<string>, { outcome, tokens }: Evaluation): RuleOutcome {
  if (outcome !== 'yes' || tokens.length === 0) return outcome
  const free = tokens
    .map(({ chainId, contract, tokenId }) => `${chainId} ${contract} ${tokenId}`)
    .find((seat) => !taken.has(seat))
  if (free === undefined) return 'no'
  taken.add(free)
  return 'yes'
}

async function presentTally(
  store: Queries,
  { counts, named, self }: Tally,
): Promise<Omit<RulePreview, 'people' | 'requests'>> {
  const people = await findPeopleByIds(store, [...new Set(Object.values(named).flat())])
  const present = (ids: readonly string[]) => ids.flatMap((id) => people.get(id) ?? []).map(presentName)
  return {
    ...counts,
    named: {
      yes: present(named.yes),
      gains: present(named.gains),
      loses: present(named.loses),
      unknown: present(named.unknown),
    },
    self,
  }
}

function presentName({ id, displayName, address, ens }: ListedPerson): PreviewedPerson {
  return presentAddress({ id, displayName, address, ens })
}
