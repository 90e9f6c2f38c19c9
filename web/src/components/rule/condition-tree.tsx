import {
  type Condition,
  childrenOf,
  isCombining,
  type LeafCondition,
  type RuleOutcome,
  type RuleReason,
} from '@countersign/contract/rule/rule.ts'
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { describeChecked, describeReason, outcomes } from '../../words/rule-reasons.ts'
import { describeCondition, type RuleNames, type SentencePart } from '../../words/rule-sentences.ts'
import './rule.css'

type ConditionTreeProps = {
  condition: Condition
  names: RuleNames
  /** Without reasons, the sentences only. */
  reasons?: readonly RuleReason[] | undefined
  path?: string
}

/** A condition as a sentence, with those that it combines below it. */
export function ConditionTree({ condition, names, reasons, path = '/condition' }: ConditionTreeProps) {
  if (!isCombining(condition)) return <Leaf condition={condition} names={names} reason={reasonAt(reasons, path)} />
  const pathOf = (index: number) => (condition.kind === 'not' ? `${path}/condition` : `${path}/conditions/${index}`)
  return (
    <div className="condition-group">
      <p>
        <Sentence parts={describeCondition(condition, names)} />
      </p>
      <ul>
        {childrenOf(condition).map((child, index) => (
          <li key={pathOf(index)}>
            <ConditionTree condition={child} names={names} reasons={reasons} path={pathOf(index)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function reasonAt(reasons: readonly RuleReason[] | undefined, path: string): RuleReason | undefined {
  return reasons?.find((reason) => reason.path === path)
}

type LeafProps = { condition: LeafCondition; names: RuleNames; reason: RuleReason | undefined }

function Leaf({ condition, names, reason }: LeafProps) {
  const sentence = <Sentence parts={describeCondition(condition, names)} />
  if (!reason) return <p>{sentence}</p>
  const checked = describeChecked(reason, names)
  return (
    <div className="condition-reason">
      <OutcomeIcon outcome={reason.outcome} />
      <div>
        <p>{sentence}</p>
        <p className="small soft">
          {describeReason(condition, reason, names)}
          {checked ? `. ${checked}.` : '.'}
        </p>
      </div>
    </div>
  )
}

const ICONS = { yes: CircleCheck, no: CircleX, unknown: CircleHelp }

function OutcomeIcon({ outcome }: { outcome: RuleOutcome }) {
  const Icon = ICONS[outcome]
  return <Icon className={`outcome ${outcome}`} size={20} role="img" aria-label={outcomes[outcome]} />
}

export function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  return parts.map(({ text, strong }, index) =>
    strong ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no identity
      <strong key={index} className="break">
        <bdi>{text}</bdi>
      </strong>
    ) : (
      text
    ),
  )
}
