import type { RuleTrial } from '@countersign/contract/routes/admin/rule.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { ErrorNotice } from '../../../../components/loaded.tsx'
import { ConditionTree } from '../../../../components/rule/condition-tree.tsx'
import { Tag } from '../../../../ui/data/tag.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { rules } from '../../../../words/admin/rules.ts'
import type { RuleNames } from '../../../../words/rules/sentences.ts'
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
  return (
    <div className="stack stack-close" role="status" aria-busy={isFetching || undefined}>
      {data ? (
        <>
          <p>
            <Tag tone={TONES[data.outcome]}>{words.outcomes[data.outcome]}</Tag>
          </p>
          <ConditionTree condition={rule.condition} names={names} reasons={data.reasons} />
        </>
      ) : (
        <p className="inline small soft">
          <Spinner />
          {words.checking}
        </p>
      )}
    </div>
  )
}

const TONES = { yes: 'good', no: 'bad', unknown: 'warn' } as const

function TrialError({ error }: { error: unknown }) {
  const seconds = retrySeconds(error)
  return seconds === undefined ? (
    <ErrorNotice error={error} />
  ) : (
    <Notice tone="warn" role="status">
      {previewWords.retryIn(seconds)}
    </Notice>
  )
}
