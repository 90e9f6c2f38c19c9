import type { LeafCondition } from '@countersign/contract/rule/rule.ts'
import { describeCondition, type RuleNames, textOf } from '../../../../words/rule-sentences.ts'

export function ConditionText({ condition, names }: { condition: LeafCondition; names: RuleNames }) {
  return (
    <span className="rule-sentence">
      {describeCondition(condition, names).map(({ text, strong }, index) => {
        const Part = strong ? 'strong' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
        return <Part key={index}>{text}</Part>
      })}
    </span>
  )
}

/** The sentence as plain text, for labels. */
export function conditionLabel(condition: LeafCondition, names: RuleNames): string {
  return textOf(describeCondition(condition, names))
}
