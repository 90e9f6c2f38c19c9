import { AppError } from '@countersign/contract/error/errors.ts'
import { type Group, listGroups, listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import { getPerson, listPeople } from '@countersign/contract/routes/admin/people.ts'
import * as routes from '@countersign/contract/routes/admin/rule.ts'
import { placeLeaves, type Rule } from '@countersign/contract/rule/rule.ts'
import { useEffect, useRef, useState } from 'react'
import { useSave } from '../../../../components/account-data.tsx'
import { PageForm } from '../../../../components/form/page-form.tsx'
import { ConditionTree } from '../../../../components/rule/condition-tree.tsx'
import { firstError } from '../../../../forms/form.ts'
import { useForm } from '../../../../forms/use-form.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { Alert, Notice } from '../../../../ui/feedback/notice.tsx'
import { Waiting } from '../../../../ui/feedback/spinner.tsx'
import { account } from '../../../../words/account/account.ts'
import { preview as previewWords, rules, save as saveWords, editor as words } from '../../../../words/admin/rules.ts'
import { describeCondition, type RuleNames, textOf } from '../../../../words/rules/sentences.ts'
import { ConditionList } from './conditions/condition-list.tsx'
import { useConditionActions } from './conditions/use-condition-actions.tsx'
import { changedFacts } from './option-facts.ts'
import { RuleOptions } from './rule-options.tsx'
import { type PreviewState, PreviewText, RulePreview } from './rule-preview.tsx'
import { type RuleValues, ruleOf, ruleServerErrors, validateRule, valuesOfRule } from './rule-values.ts'
import { useNames } from './use-names.ts'
import { usePreview } from './use-preview.ts'
import './rule.css'

type RuleEditorProps = { group: Group; saved: routes.GroupRule; onSaved: () => void; onClose: () => void }

export function RuleEditor(props: RuleEditorProps) {
  const { group, saved, onClose } = props
  const [added, setAdded] = useState<routes.WalletList[]>([])
  const lists = [...saved.lists, ...added]
  const names = useNames(lists)
  const [reviewing, setReviewing] = useState(false)
  const form = useRuleForm(props, setReviewing)
  const rule = firstError(validateRule(form.values)) === undefined ? ruleOf(form.values) : undefined
  const preview = usePreview(group.id, rule)
  // The server already refuses to preview a rule that it would not save.
  const refused = preview.error instanceof AppError ? ruleServerErrors(preview.error) : {}
  const errors = { ...refused, ...form.errors }
  const { actions, dialog } = useConditionActions({
    ...{ groupId: group.id, root: form.values.root, names, lists },
    onChange: (root) => form.edit({ root }),
    onList: (list) => setAdded((others) => [...others, list]),
  })
  const current = saved.rule
    ? placeLeaves(saved.rule.condition).map(({ condition }) => textOf(describeCondition(condition, names)))
    : [saveWords.currentNone]
  return (
    <div className="rule-editor">
      <div className="stack stack-wide">
        <EditorHead isNew={saved.rule === null} dirty={form.dirty} onClose={onClose} />
        <PageForm form={form} current={current} className="stack stack-wide">
          <section className="sheet sheet-roomy stack">
            <h3>{rules.conditions}</h3>
            <ConditionList root={form.values.root} errors={errors} names={names} actions={actions} />
          </section>
          <RuleOptions form={form} />
        </PageForm>
      </div>
      <RulePreview
        groupId={group.id}
        rule={rule}
        isEmpty={form.values.root.items.length === 0}
        names={names}
        state={preview}
      />
      {dialog}
      {reviewing && rule ? (
        <SaveDialog
          before={saved.rule}
          after={rule}
          names={names}
          state={preview}
          busy={form.pending}
          onConfirm={form.save}
          onClose={() => setReviewing(false)}
        />
      ) : null}
    </div>
  )
}

/** A failed save closes the review, as the editor shows what is wrong. */
function useRuleForm({ group, saved, onSaved, onClose }: RuleEditorProps, setReviewing: (on: boolean) => void) {
  const save = useSave(routes.setGroupRule, {
    params: { id: group.id },
    refreshes: [routes.getGroupRule, listGroups, listGroupUses, routes.listRuleMembers, listPeople, getPerson],
    toast: saveWords.saved,
  })
  return useForm({
    saved: { values: valuesOfRule(saved.rule), version: saved.version },
    validate: validateRule,
    serverErrors: ruleServerErrors,
    confirm() {
      setReviewing(true)
      return true
    },
    save: {
      ...save,
      send: (call) =>
        save.send(call).catch((error: unknown) => {
          setReviewing(false)
          throw error
        }),
    },
    body: (values: RuleValues) => ({ rule: ruleOf(values) }),
    onSaved() {
      onSaved()
      onClose()
    },
  })
}

function EditorHead({ isNew, dirty, onClose }: { isNew: boolean; dirty: boolean; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [asking, setAsking] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="rule-editor-head">
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {isNew ? words.newTitle : words.title}
        </h2>
        <p className="soft">{words.lead}</p>
      </div>
      <Button onClick={() => (dirty ? setAsking(true) : onClose())}>{words.cancel}</Button>
      {asking ? (
        <ConfirmDialog
          title={words.discardTitle}
          confirmLabel={words.discard}
          cancelLabel={words.stay}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          <p>{words.discardBody}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

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
function SaveDialog({ before, after, names, state, busy, onConfirm, onClose }: SaveDialogProps) {
  const { outdated } = state
  const preview = outdated ? undefined : state.preview
  const isEmpty = preview !== undefined && preview.yes + preview.unknown === 0
  const isDangerous = isEmpty || preview?.self === 'loses'
  return (
    <ConfirmDialog
      title={saveWords.title}
      confirmLabel={saveWords.confirm}
      cancelLabel={account.cancel}
      look={isDangerous ? 'danger' : 'primary'}
      busy={busy}
      disabled={busy || outdated}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Difference before={before} after={after} names={names} />
      {preview ? (
        <>
          <PreviewText preview={preview} />
          <Alert>{preview.self === 'loses' ? saveWords.lockOut : null}</Alert>
          <Alert tone="warn">{isEmpty ? saveWords.nobody : null}</Alert>
          {preview.unknown > 0 ? <Notice tone="warn">{previewWords.unknown(preview.unknown)}</Notice> : null}
        </>
      ) : outdated ? (
        <Waiting role="status">{saveWords.checking}</Waiting>
      ) : (
        <Notice tone="warn">{saveWords.unchecked}</Notice>
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
        <p className="soft">{saveWords.same}</p>
      ) : (
        <>
          <section className="rule-difference">
            <h3 className="small soft">{saveWords.before}</h3>
            {before ? <ConditionTree condition={before.condition} names={names} /> : <p>{saveWords.none}</p>}
          </section>
          <section className="rule-difference">
            <h3 className="small soft">{saveWords.after}</h3>
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
