import type { Rule } from '@countersign/contract/rule/rule.ts'
import { ConditionTree } from '../../../../components/rule/condition-tree.tsx'
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { Alert, Notice } from '../../../../ui/feedback/notice.tsx'
import { Waiting } from '../../../../ui/feedback/spinner.tsx'
import { account } from '../../../../words/account/account.ts'
import { rules } from '../../../../words/admin/rules.ts'
import type { RuleNames } from '../../../../words/rules/sentences.ts'
import { changedFacts } from './option-facts.ts'
import { type PreviewState, PreviewText } from './rule-preview.tsx'

const { save: words } = rules

type SaveDialogProps = {
  before: Rule | null
  after: Rule
  names: RuleNames
  state: PreviewState
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** What changes, and for whom. A signature is requested next. */
export function SaveDialog({ before, after, names, state, busy, onConfirm, onClose }: SaveDialogProps) {
  const { outdated } = state
  const preview = outdated ? undefined : state.preview
  const isEmpty = preview !== undefined && preview.yes + preview.unknown === 0
  const isDangerous = isEmpty || preview?.self === 'loses'
  return (
    <ConfirmDialog
      title={words.title}
      confirmLabel={words.confirm}
      cancelLabel={account.cancel}
      look={isDangerous ? 'danger' : 'primary'}
      busy={busy || outdated}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Difference before={before} after={after} names={names} />
      {preview ? (
        <>
          <PreviewText preview={preview} />
          <Alert>{preview.self === 'loses' ? words.lockOut : null}</Alert>
          <Alert tone="warn">{isEmpty ? words.nobody : null}</Alert>
          {preview.unknown > 0 ? <Notice tone="warn">{rules.preview.unknown(preview.unknown)}</Notice> : null}
        </>
      ) : outdated ? (
        <Waiting role="status">{words.checking}</Waiting>
      ) : (
        <Notice tone="warn">{words.unchecked}</Notice>
      )}
    </ConfirmDialog>
  )
}

function Difference({ before, after, names }: Pick<SaveDialogProps, 'before' | 'after' | 'names'>) {
  const isSame = before !== null && JSON.stringify(before.condition) === JSON.stringify(after.condition)
  const changed = before ? changedFacts(before, after) : []
  return (
    <div className="stack stack-medium">
      {isSame ? (
        <p className="soft">{words.same}</p>
      ) : (
        <>
          <section className="rule-difference">
            <h3 className="small soft">{words.before}</h3>
            {before ? <ConditionTree condition={before.condition} names={names} /> : <p>{words.none}</p>}
          </section>
          <section className="rule-difference">
            <h3 className="small soft">{words.after}</h3>
            <ConditionTree condition={after.condition} names={names} />
          </section>
        </>
      )}
      {changed.length > 0 ? (
        <dl className="stack stack-close">
          {changed.map((fact) => (
            <div key={fact.term}>
              <dt className="small soft">{fact.term}</dt>
              <dd>
                <del>{fact.before}</del> <ins>{fact.after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}
