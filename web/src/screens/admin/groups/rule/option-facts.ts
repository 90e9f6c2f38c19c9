import type { Rule } from '@countersign/contract/rule/rule.ts'
import { rules as words } from '../../../../words/admin/rules.ts'

/** One line for each option of a rule. */
export function optionFacts(rule: Omit<Rule, 'condition'>): [string, string][] {
  const { facts } = words
  const onOff = (on: boolean) => (on ? 'on' : 'off')
  return [
    [facts.wallets, words.walletNotes[rule.wallets]],
    [words.linked, words.linkedFact(rule.linkedHours)],
    [facts.delegations, words.delegationFacts[onOff(rule.delegations)]],
    [facts.seats, words.seatFacts[onOff(rule.seats)]],
    [words.held, words.heldFact(rule.heldBlocks)],
    [words.grace, words.graceFact(rule.graceMinutes)],
    [facts.reasons, words.reasonFacts[onOff(rule.showReasons)]],
    [facts.refusal, rule.refusalText ?? words.refusalNone],
  ]
}

/** The facts that differ, as before and after. */
export function changedFacts(before: Rule, after: Rule): { term: string; before: string; after: string }[] {
  const next = optionFacts(after)
  return optionFacts(before).flatMap(([term, text], index) => {
    const changed = next[index]?.[1] ?? ''
    return changed === text ? [] : [{ term, before: text, after: changed }]
  })
}
