import { type Group, listGroups, listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import { getPerson, listPeople } from '@countersign/contract/routes/admin/people.ts'
import {
  type GroupRule,
  getGroupRule,
  getWalletList,
  listRuleMembers,
  setGroupRule,
} from '@countersign/contract/routes/admin/rule.ts'
import { listIdsOf, type Rule } from '@countersign/contract/rule/rule.ts'
import { Download, Scale } from 'lucide'
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useRefresh, useRouteQuery } from '../../../components/account-data.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { DangerZone } from '../../../components/item/danger-zone.tsx'
import { ErrorNotice, Loaded } from '../../../components/loaded.tsx'
import { ConditionTree } from '../../../components/rule/condition-tree.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { lazyComponent } from '../../../page/chunk.ts'
import { ErrorBoundary, InlineError } from '../../../page/error-boundary.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Facts } from '../../../ui/data/facts.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { account } from '../../../words/account/account.ts'
import { conditions as conditionWords } from '../../../words/admin/conditions.ts'
import { save, rules as words } from '../../../words/admin/rules.ts'
import type { RuleNames } from '../../../words/rules/sentences.ts'
import { optionFacts } from './rule/option-facts.ts'
import { useNames } from './rule/use-names.ts'
import { csvOf } from './rule/wallet-csv.ts'

const RuleEditor = lazyComponent(async () => (await import('./rule/rule-editor.tsx')).RuleEditor)

type GroupRuleProps = { group: Group; canEdit: boolean }

export function GroupRulePart({ group, canEdit }: GroupRuleProps) {
  const answer = useRouteQuery(getGroupRule, { params: { id: group.id } })
  const [editing, setEditing] = useState(false)
  const refreshLater = useLateRefresh()
  const wasEditing = useRef(false)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wasEditing.current && !editing) opener.current?.focus()
    wasEditing.current = editing
  }, [editing])
  return (
    <Loaded answer={answer} lines={6}>
      {(saved) =>
        editing ? (
          <ErrorBoundary fallback={InlineError}>
            <Suspense fallback={<Skeleton label={account.loading} lines={8} />}>
              <RuleEditor group={group} saved={saved} onSaved={refreshLater} onClose={() => setEditing(false)} />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <SavedRule group={group} saved={saved} canEdit={canEdit} opener={opener} onEdit={() => setEditing(true)} />
        )
      }
    </Loaded>
  )
}

const CHECKED_AFTER_MS = [1_000, 3_000, 10_000, 30_000]

/** The server checks people in the background after a save, so who is in the group is read again for a while. */
function useLateRefresh(): () => void {
  const refresh = useRefresh()
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const stop = useCallback(() => timers.current.forEach(clearTimeout), [])
  useEffect(() => stop, [stop])
  return () => {
    stop()
    const read = () => void refresh(getGroupRule, listGroups, listRuleMembers)
    timers.current = CHECKED_AFTER_MS.map((after) => setTimeout(read, after))
  }
}

type SavedRuleProps = GroupRuleProps & {
  saved: GroupRule
  opener: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

function SavedRule({ group, saved, canEdit, opener, onEdit }: SavedRuleProps) {
  const names = useNames(saved.lists)
  const { rule, members } = saved
  const readOnly = canEdit ? null : <Notice>{words.readOnly}</Notice>
  if (!rule) {
    const add = (
      <Button ref={opener} look="primary" onClick={onEdit}>
        {words.add}
      </Button>
    )
    return (
      <>
        {readOnly}
        <EmptyState icon={Scale} title={words.emptyTitle} action={canEdit ? add : undefined}>
          {words.emptyBody}
        </EmptyState>
      </>
    )
  }
  return (
    <>
      {readOnly}
      <div className="spread">
        <p>{words.members(members)}</p>
        {canEdit ? (
          <Button ref={opener} onClick={onEdit}>
            {words.edit}
          </Button>
        ) : null}
      </div>
      <RuleView groupId={group.id} rule={rule} names={names} />
      {canEdit ? (
        <DangerZone
          remove={words.remove}
          dialog={(onClose) => (
            <ActionDialog
              title={words.removal.title}
              confirmLabel={words.removal.confirm}
              route={setGroupRule}
              call={{ params: { id: group.id }, body: { rule: null }, version: saved.version }}
              refreshes={[getGroupRule, listGroups, listGroupUses, listRuleMembers, listPeople, getPerson]}
              current={save.current(members)}
              done={words.removal.removed}
              onClose={onClose}
            >
              <p>{words.removal.body(members)}</p>
            </ActionDialog>
          )}
        />
      ) : null}
    </>
  )
}

type RuleViewProps = { groupId: string; rule: Rule; names: RuleNames }

/** The rule as sentences, and its options. */
function RuleView({ groupId, rule, names }: RuleViewProps) {
  return (
    <>
      <section className="sheet sheet-roomy stack stack-medium">
        <h2>{words.conditions}</h2>
        <ConditionTree condition={rule.condition} names={names} />
        {listIdsOf(rule).map((listId) => (
          <ListDownload key={listId} groupId={groupId} listId={listId} />
        ))}
      </section>
      <section className="sheet">
        <h2>{words.options}</h2>
        <Facts of={optionFacts(rule)} />
      </section>
    </>
  )
}

function ListDownload({ groupId, listId }: { groupId: string; listId: string }) {
  const { download, busy, error } = useDownload(getWalletList, {
    ...{ name: `${listId}.csv`, type: 'text/csv', toast: conditionWords.listDownloaded },
    textOf: ({ items }) => csvOf(items),
  })
  return (
    <div className="stack stack-close">
      {error ? <ErrorNotice error={error} /> : null}
      <div>
        <Button icon={Download} busy={busy} onClick={() => download({ params: { id: groupId, listId } })}>
          {conditionWords.listDownload}
        </Button>
      </div>
    </div>
  )
}
