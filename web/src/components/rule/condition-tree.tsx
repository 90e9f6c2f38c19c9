import {
  type CombiningCondition,
  type Condition,
  childrenOf,
  isCombining,
  type RuleOutcome,
  type RuleReason,
} from '@countersign/contract/rule/rule.ts'
import { CircleCheck, CircleHelp, CircleX } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { describeChecked, describeResult, outcomes } from '../../words/rules/reasons.ts'
import { describeCondition, type RuleNames, type SentencePart } from '../../words/rules/sentences.ts'
import { childPath, findOutcome } from './condition-outcome.ts'
import './rule.css'

type ConditionTreeProps = {
  condition: Condition
  names: RuleNames
  /** Without reasons, the sentences only. */
  reasons?: readonly RuleReason[] | undefined
  path?: string
  /** Below a condition that must not be met, where being met is no success. */
  negated?: boolean
  /** Without the icons of conditions that only combine others. */
  calm?: boolean
}

/** A condition as a sentence, with those that it combines below it. */
export function ConditionTree({ path = '/condition', negated = false, ...tree }: ConditionTreeProps) {
  const { condition, names, reasons, calm } = tree
  const sentence = <Sentence parts={describeCondition(condition, names)} />
  const outcome = reasons && findOutcome(condition, reasons, path)
  if (!isCombining(condition)) {
    const reason = reasons?.find((candidate) => candidate.path === path)
    const checked = reason && reason.outcome !== 'unknown' ? describeChecked(reason, names) : undefined
    return (
      <Judged outcome={outcome} neutral={negated}>
        <p>{sentence}</p>
        {reason ? (
          <p className="small soft">
            {describeResult(condition, reason, names)}
            {checked ? `. ${checked}.` : '.'}
          </p>
        ) : null}
      </Judged>
    )
  }
  return (
    <div className="condition-group">
      <Judged outcome={calm ? undefined : outcome} neutral={negated}>
        <p>
          {sentence}
          {outcome ? <span className="hidden-visually"> {outcomes[outcome]}</span> : null}
        </p>
      </Judged>
      <ul className="stack stack-medium">
        {shownChildren(condition, path).map(({ child, at }) => (
          <li key={at}>
            <ConditionTree {...tree} condition={child} path={at} negated={negated !== (condition.kind === 'not')} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type ShownChild = { child: Condition; at: string }

/** "None of these" is one group, although it is stored as the negation of "any of these". */
function shownChildren(condition: CombiningCondition, path: string): ShownChild[] {
  const children = childrenOf(condition).map((child, index) => ({ child, at: childPath(condition, path, index) }))
  const [only] = children
  return condition.kind === 'not' && only?.child.kind === 'any' ? shownChildren(only.child, only.at) : children
}

const ICONS = { yes: CircleCheck, no: CircleX, unknown: CircleHelp }

type JudgedProps = { outcome: RuleOutcome | undefined; neutral?: boolean; children: ReactNode }

/** Text with the icon of its outcome, which the text repeats. */
export function Judged({ outcome, neutral = false, children }: JudgedProps) {
  if (!outcome) return children
  return (
    <div className="judged">
      <Icon icon={ICONS[outcome]} className={`outcome ${neutral ? 'neutral' : outcome}`} size={20} />
      <div>{children}</div>
    </div>
  )
}

export function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  return parts.map(({ text, strong }, index) =>
    strong ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no identity
      <strong key={index} className="break">
        <bdi>{text}</bdi>
      </strong>
    ) : (
      text.split(STANDARD).map((piece) => (piece.startsWith('ERC-') ? <Standard key={piece} name={piece} /> : piece))
    ),
  )
}

/** Browsers would break "ERC-721" after its hyphen. */
const STANDARD = /(ERC-\d+)/

function Standard({ name }: { name: string }) {
  return <span className="standard">{name}</span>
}
