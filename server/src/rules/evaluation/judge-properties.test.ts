import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ChainCondition, type Condition, placeLeaves, type Rule } from '@countersign/contract/rule/rule.ts'
import type { RuleOutcome } from '@countersign/contract/schemas/rule/rule.ts'
import { addressOf, conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import type { Holder, Subject } from '../subject.ts'
import { createEvaluator } from './evaluate.ts'
import { judge } from './judge.ts'
import type { Measure, MeasureResult } from './measure-result.ts'
import { planRule } from './rule-plan.ts'

const NOW = Date.parse('2026-11-17T12:00:00.000Z')
const HELD = 50
/** More than every bound of a generated condition. */
const HUGE = 1000n
/** An unknown has at most six completions, so that a case has at most 216. */
const UNKNOWNS_MAX = 3

/** A seeded random generator (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
type Random = ReturnType<typeof createRandom>

type Case = { rule: Rule; subject: Subject; measurements: Map<number, MeasureResult> }

/** One measurement of a condition for a holder: 16 per contract, 2 per holder. */
function keyOf(condition: ChainCondition, holder: Holder, blocksAgo: number): number {
  const contract = 'contract' in condition ? condition.contract : assert.fail(condition.kind)
  return numberOf(contract) * 16 + numberOf(holder.address) * 2 + (blocksAgo === 0 ? 0 : 1)
}

const numbers = new Map<string, number>()

function numberOf(address: string): number {
  const known = numbers.get(address)
  if (known !== undefined) return known
  numbers.set(address, Number(address))
  return Number(address)
}

/** `contracts`: how many different chain conditions there are; undefined for as many as conditions. */
function generate(random: Random, contracts?: number): Case {
  let made = 0
  const leaf = (): Condition => {
    const contract = addressOf(0x1000 + (contracts === undefined ? made++ : random(contracts)))
    const chainId = 1 + (Number(contract) % 2)
    switch (random(8)) {
      case 0:
        return conditionOf.role(random(2) === 0 ? 'member' : 'owner')
      case 1:
        return random(2) === 0
          ? conditionOf.window('2026-11-01T00:00:00.000Z', null)
          : conditionOf.window(null, '2026-11-01T00:00:00.000Z')
      case 2:
      case 3:
      case 4:
        return conditionOf.safe({ contract, chainId })
      default: {
        const min = 1 + random(4)
        const max = random(3) === 0 ? String(min + random(4)) : null
        return conditionOf.erc20({ contract, chainId, min: String(min), max })
      }
    }
  }
  const tree = (depth: number): Condition => {
    const pick = depth === 4 ? 9 : random(10)
    if (pick > 5) return leaf()
    if (pick === 0) return conditionOf.not(tree(depth + 1))
    const children = Array.from({ length: 1 + random(3) }, () => tree(depth + 1))
    if (pick < 3) return conditionOf.all(...children)
    return pick < 5 ? conditionOf.any(...children) : conditionOf.atLeast(1 + random(children.length), ...children)
  }
  const holders = Array.from({ length: random(4) }, (_, index) => ({
    address: addressOf(index + 1),
    chainId: random(4) === 0 ? 1 + random(2) : null,
    linkedAt: random(5) === 0 ? NOW : 0,
    vault: random(5) === 0,
    delegates: [addressOf(0xde1e)],
  }))
  const rule = ruleOf(tree(1), {
    wallets: random(2) === 0 ? 'together' : 'each',
    linkedHours: random(2) * 24,
    delegations: random(2) === 0,
    heldBlocks: random(4) === 0 ? HELD : 0,
  })
  const subject: Subject = { personId: null, role: 'member', groupIds: [], holders }
  return { rule, subject, measurements: generateMeasurements(random, rule, holders) }
}

function generateMeasurements(random: Random, rule: Rule, holders: readonly Holder[]): Map<number, MeasureResult> {
  const measurements = new Map<number, MeasureResult>()
  let unknowns = 0
  const counted = countedHolders(rule, holders)
  for (const condition of chainConditions(rule.condition))
    for (const holder of holdersOn(condition.chainId, counted))
      for (const blocksAgo of rule.heldBlocks === 0 ? [0] : [0, HELD]) {
        const isUnknown = unknowns < UNKNOWNS_MAX && random(4) === 0
        if (isUnknown) unknowns++
        measurements.set(
          keyOf(condition, holder, blocksAgo),
          isUnknown
            ? { kind: 'unknown', problem: 'network_unavailable' }
            : condition.kind === 'safe_owner'
              ? { kind: 'met', met: random(2) === 0, block: 1 }
              : { kind: 'amount', amount: BigInt(random(5)), block: 1 },
        )
      }
  return measurements
}

function countedHolders(rule: Rule, holders: readonly Holder[]): Holder[] {
  return holders.filter(
    ({ vault, linkedAt }) => (rule.delegations || !vault) && (rule.linkedHours === 0 || linkedAt < NOW),
  )
}

function holdersOn(chain: number, holders: readonly Holder[]): Holder[] {
  return holders.filter(({ chainId }) => chainId === null || chainId === chain)
}

function chainConditions(condition: Condition): ChainCondition[] {
  if ('conditions' in condition) return condition.conditions.flatMap(chainConditions)
  if ('condition' in condition) return chainConditions(condition.condition)
  return 'chainId' in condition ? [condition] : []
}

function judgeCase({ rule, subject, measurements }: Case, explain: boolean): RuleOutcome {
  return judge(planRule(rule), subject, {
    now: NOW,
    lists: new Map(),
    explain,
    measure: (condition, holder, { blocksAgo }) =>
      measurements.get(keyOf(condition, holder, blocksAgo)) ?? assert.fail('measured what nobody generated'),
  }).outcome
}

/** The outcome in every way in which the unknowns can turn out; two-valued and written apart from `judge`. */
function askOracle(given: Case): RuleOutcome {
  const unknowns = [...given.measurements]
    .filter(([, { kind }]) => kind === 'unknown')
    .map(([key]) => ({ key, possible: possibleValues(given.rule.condition, key) }))
  const values = new Map<number, bigint>()
  for (const [key, measured] of given.measurements)
    if (measured.kind === 'amount') values.set(key, measured.amount)
    else if (measured.kind === 'met') values.set(key, measured.met ? 1n : 0n)
  const results = new Set<boolean>()
  const complete = (index: number): void => {
    const unknown = unknowns[index]
    if (results.size === 2) return
    if (unknown === undefined) return void results.add(decide(given, values))
    for (const value of unknown.possible) {
      values.set(unknown.key, value)
      complete(index + 1)
    }
  }
  complete(0)
  if (results.size === 2) return 'unknown'
  return results.has(true) ? 'yes' : 'no'
}

/** Nothing, what can bring a sum below the minimum into the range, and more than any maximum. */
function possibleValues(root: Condition, key: number): bigint[] {
  const condition = chainConditions(root).find((one) => 'contract' in one && numberOf(one.contract) === key >> 4)
  return condition?.kind === 'erc20_balance' && condition.max !== null ? [0n, 1n, 2n, 3n, 4n, HUGE] : [0n, HUGE]
}

function decide({ rule, subject }: Case, values: ReadonlyMap<number, bigint>): boolean {
  const counted = countedHolders(rule, subject.holders)
  const holds = (condition: Condition, holders: readonly Holder[]): boolean => {
    switch (condition.kind) {
      case 'all':
        return condition.conditions.every((child) => holds(child, holders))
      case 'any':
        return condition.conditions.some((child) => holds(child, holders))
      case 'at_least':
        return condition.conditions.filter((child) => holds(child, holders)).length >= condition.count
      case 'not':
        return !holds(condition.condition, holders)
      case 'role':
        return condition.roles.includes('member')
      case 'time_window':
        return condition.from !== null
      case 'safe_owner':
      case 'erc20_balance': {
        const [min, max] =
          condition.kind === 'safe_owner'
            ? [1n, null]
            : [BigInt(condition.min), condition.max === null ? null : BigInt(condition.max)]
        const here = holdersOn(condition.chainId, holders)
        return (rule.heldBlocks === 0 ? [0] : [0, HELD]).every((blocksAgo) => {
          const sum = here.reduce(
            (total, holder) => total + (values.get(keyOf(condition, holder, blocksAgo)) ?? 0n),
            0n,
          )
          return sum >= min && (max === null || sum <= max)
        })
      }
      default:
        return assert.fail(condition.kind)
    }
  }
  if (rule.wallets === 'together') return holds(rule.condition, counted)
  return counted.length > 0
    ? counted.some((holder) => holds(rule.condition, [holder]))
    : isMetByPersonAlone(rule.condition) === true
}

/** Undefined if it depends on wallets. */
function isMetByPersonAlone(condition: Condition): boolean | undefined {
  if (condition.kind === 'role') return condition.roles.includes('member')
  if (condition.kind === 'time_window') return condition.from !== null
  if (condition.kind === 'not') {
    const result = isMetByPersonAlone(condition.condition)
    return result === undefined ? undefined : !result
  }
  if (!('conditions' in condition)) return undefined
  const results = condition.conditions.map(isMetByPersonAlone)
  const needed =
    condition.kind === 'all'
      ? results.length
      : condition.kind === 'any'
        ? 1
        : 'count' in condition
          ? condition.count
          : 0
  if (results.filter((result) => result === true).length >= needed) return true
  return results.filter((result) => result !== false).length < needed ? false : undefined
}

/** Balances take one read, and Safe owners take two. */
async function evaluateCase({ rule, subject, measurements }: Case, explain: boolean) {
  let reads = 0
  const measure: Measure = (condition, holder, { blocksAgo }, lookUp) => {
    const read = (data: string) =>
      lookUp({
        chainId: condition.chainId,
        kind: 'call',
        to: String(keyOf(condition, holder, blocksAgo)),
        data,
        blocksAgo,
      })
    if (!read('first') || (condition.kind === 'safe_owner' && !read('second'))) return { kind: 'pending' }
    return measurements.get(keyOf(condition, holder, blocksAgo)) ?? assert.fail('measured what nobody generated')
  }
  const evaluate = createEvaluator({
    readChain: async (missing) => {
      reads += missing.length
      // True, for the delegations of vaults.
      return missing.map(() => ({ kind: 'value', data: `0x${'1'.padStart(64, '0')}`, block: 1 }))
    },
    measure,
    findLists: async () => new Map(),
    now: () => NOW,
  })
  const [evaluation] = await evaluate(rule, [subject], { explain })
  return { outcome: evaluation?.outcome, reasons: evaluation?.reasons ?? [], reads }
}

const show = (given: Case) =>
  JSON.stringify({ ...given, measurements: [...given.measurements] }, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )

describe('judge', () => {
  test('equals an oracle in 100,000 random rules with distinct conditions', () => {
    const random = createRandom(20261117)
    const seen: Record<RuleOutcome, number> = { yes: 0, no: 0, unknown: 0 }
    for (let index = 0; index < 100_000; index++) {
      const given = generate(random)
      const expected = askOracle(given)
      const outcome = judgeCase(given, index % 2 === 0)
      seen[outcome]++
      if (outcome !== expected) assert.fail(`${outcome} instead of ${expected}: ${show(given)}`)
    }
    for (const count of Object.values(seen)) assert.ok(count > 5000, JSON.stringify(seen))
  })

  test('never contradicts the oracle when conditions occur repeatedly', () => {
    const random = createRandom(7)
    let definite = 0
    for (let index = 0; index < 20_000; index++) {
      const given = generate(random, 2)
      const outcome = judgeCase(given, false)
      if (outcome === 'unknown') continue
      definite++
      if (outcome !== askOracle(given)) assert.fail(`${outcome}: ${show(given)}`)
    }
    assert.ok(definite > 5000)
  })

  test('keeps a definite outcome when an unknown becomes known', () => {
    const random = createRandom(99)
    let refined = 0
    for (let index = 0; index < 20_000; index++) {
      const given = generate(random, random(2) === 0 ? 3 : undefined)
      let outcome = judgeCase(given, false)
      for (const [key, measured] of given.measurements) {
        if (measured.kind !== 'unknown') continue
        const amount = [0n, 1n, 3n, HUGE][random(4)] ?? 0n
        given.measurements.set(key, { kind: 'amount', amount, block: 1 })
        const next = judgeCase(given, false)
        if (outcome !== 'unknown' && next !== outcome) assert.fail(`${outcome} became ${next}: ${show(given)}`)
        outcome = next
        refined++
      }
    }
    assert.ok(refined > 5000)
  })
})

describe('createEvaluator', () => {
  test('reaches the outcome of all facts, with fewer reads where nothing is explained', async () => {
    const random = createRandom(31)
    let saved = 0
    for (let index = 0; index < 2000; index++) {
      const given = generate(random)
      const expected = judgeCase(given, true)
      const [brief, full] = [await evaluateCase(given, false), await evaluateCase(given, true)]
      const leaves = placeLeaves(given.rule.condition).map(({ path }) => path)
      if (brief.outcome !== expected || full.outcome !== expected || brief.reads > full.reads) assert.fail(show(given))
      const explained = full.reasons.map(({ path }) => path)
      if (explained.join() !== leaves.join()) assert.fail(show(given))
      if (brief.reads < full.reads) saved++
    }
    assert.ok(saved > 200)
  })
})
