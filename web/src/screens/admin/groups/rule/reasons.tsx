import type { RuleTrial } from '@countersign/contract/routes/admin/rule.ts'
import { placeLeaves, type Rule, type RuleOutcome, type RuleReason } from '@countersign/contract/rule/rule.ts'
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { ErrorNotice } from '../../../../components/loaded.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { rules } from '../../../../words/admin-rules.ts'
import { describeChecked, describeReason } from '../../../../words/rule-reasons.ts'
import type { RuleNames } from '../../../../words/rule-sentences.ts'
import { ConditionText } from './condition-text.tsx'
import { retrySeconds } from './use-preview.ts'

const { trial: words, preview: previewWords } = rules

type TrialResultProps = {
  trial: { data: RuleTrial | undefined; error: unknown; isFetching: boolean }
  rule: Rule
  names: RuleNames
}

/** The outcome for one person or address, and why. */
export function TrialResult({ trial: { data, error, isFetching }, rule, names }: TrialResultProps) {
  if (error && !isFetching) return <TrialError error={error} />
  if (!data) {
    return (
      <p className="inline small soft" role="status">
        <Spinner />
        {words.checking}
      </p>
    )
  }
  return (
    <div className="stack stack-close" aria-busy={isFetching || undefined}>
      <OutcomeText outcome={data.outcome} text={words.outcomes[data.outcome]} />
      <ul className="rule-reasons">
        {data.reasons.map((reason) => (
          <Reason key={reason.path} reason={reason} rule={rule} names={names} />
        ))}
      </ul>
    </div>
  )
}

export function TrialError({ error }: { error: unknown }) {
  const seconds = retrySeconds(error)
  return seconds === undefined ? (
    <ErrorNotice error={error} />
  ) : (
    <Notice tone="warn" role="status">
      {previewWords.retryIn(seconds)}
    </Notice>
  )
}

/** A reason of an earlier rule whose condition is gone is left out. */
function Reason({ reason, rule, names }: { reason: RuleReason; rule: Rule; names: RuleNames }) {
  const condition = placeLeaves(rule.condition).find(({ path }) => path === reason.path)?.condition
  if (!condition) return null
  const checked = describeChecked(reason, names)
  return (
    <li>
      <OutcomeIcon outcome={reason.outcome} />
      <div>
        <ConditionText condition={condition} names={names} />
        <p className="small soft">
          {describeReason(condition, reason, names)}.{checked ? ` ${checked}.` : null}
        </p>
      </div>
    </li>
  )
}

const ICONS = { yes: CircleCheck, no: CircleX, unknown: CircleHelp }

function OutcomeIcon({ outcome }: { outcome: RuleOutcome }) {
  const Icon = ICONS[outcome]
  return (
    <span className={`rule-outcome ${outcome}`}>
      <Icon size={20} aria-hidden="true" />
      <span className="hidden-visually">{words.reasons[outcome]}: </span>
    </span>
  )
}

function OutcomeText({ outcome, text }: { outcome: RuleOutcome; text: string }) {
  const Icon = ICONS[outcome]
  return (
    <p className={`rule-outcome medium ${outcome}`} role="status">
      <Icon size={20} aria-hidden="true" />
      {text}
    </p>
  )
}
