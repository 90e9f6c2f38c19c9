/** Groups with rules, and an evaluator whose outcomes a test decides. */

import type { Rule, RuleOutcome } from '@countersign/contract/rule/rule.ts'
import type { RuleReason } from '@countersign/contract/schemas/rule/rule.ts'
import { newId } from '../../server/src/platform/crypto/id.ts'
import type { Evaluation, SeatToken } from '../../server/src/rules/evaluation/judge.ts'
import { openRules } from '../../server/src/rules/open-rules.ts'
import type { Subject } from '../../server/src/rules/subject.ts'
import { changeRows, readRows } from './database/rows.ts'
import { addressOf, conditionOf, ruleOf } from './rule-fixtures.ts'
import type { TestServer } from './server/server.ts'

export const TOKEN: SeatToken = { chainId: 1, contract: addressOf(0x721), tokenId: '7' }

let groups = 0

/** By default the rule asks for one ERC-721 token. */
export async function addRuleGroup(
  server: TestServer,
  fields: Partial<Rule> = {},
): Promise<{ id: string; slug: string }> {
  const id = newId(server.context, 'grp')
  const slug = `holders-${++groups}`
  const rule = JSON.stringify(ruleOf(conditionOf.erc721(), fields))
  const sql = `INSERT INTO people_group (id, name, slug, rule, rule_version, created_at, updated_at, version)
    VALUES (?, 'Holders', ?, ?, 1, 1, 1, 1)`
  await changeRows(server, sql, id, slug, rule)
  return { id, slug }
}

type Answer =
  | RuleOutcome
  | { outcome: RuleOutcome; tokens?: SeatToken[]; partial?: boolean; validUntil?: number | null; block?: number }

export type ScriptedRules = {
  /** Decides each subject; `yes` for nobody by default. */
  decide: (subject: Subject, rule: Rule) => Answer | Promise<Answer>
  /** Subjects per evaluation so far. */
  evaluations: number[]
}

/** Replaces the evaluator of the server: no chain is read. */
export function scriptRules(server: TestServer, decide: ScriptedRules['decide'] = () => 'no'): ScriptedRules {
  const script: ScriptedRules = { decide, evaluations: [] }
  openRules(server.context).evaluate = async (rule, subjects) => {
    script.evaluations.push(subjects.length)
    return Promise.all(subjects.map(async (subject) => toEvaluation(await script.decide(subject, rule), subject)))
  }
  return script
}

function toEvaluation(answer: Answer, { holders }: Subject): Evaluation {
  const {
    outcome,
    tokens = [],
    partial = false,
    validUntil = null,
    block = 100,
  } = typeof answer === 'string' ? { outcome: answer } : answer
  const isKnown = outcome !== 'unknown'
  const reason: RuleReason = {
    path: '/condition',
    outcome,
    problem: isKnown ? null : 'network_unavailable',
    found: isKnown ? (outcome === 'yes' ? '1' : '0') : null,
    wallets: holders.map(({ address }) => address),
    block: isKnown ? block : null,
  }
  return { outcome, reasons: [reason], blocks: isKnown ? { 1: block } : {}, tokens, partial, validUntil }
}

export async function readVerdict(server: TestServer, groupId: string, personId: string) {
  const sql = `SELECT outcome, rule_version, fresh_until, keep_until FROM rule_verdict
    WHERE group_id = ? AND person_id = ?`
  const [row] = await readRows(server, sql, groupId, personId)
  return (
    row && {
      outcome: row.outcome,
      version: row.rule_version,
      freshFor: Number(row.fresh_until) - server.clock.now,
      keptFor: Number(row.keep_until) - server.clock.now,
    }
  )
}

export async function changeRule(server: TestServer, groupId: string): Promise<void> {
  await changeRows(server, 'UPDATE people_group SET rule_version = rule_version + 1 WHERE id = ?', groupId)
}
