import { REASON_MAX } from '@countersign/contract/limits.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import {
  type BulkFailure,
  changePeople,
  getPerson,
  listPeople,
  type PersonItem,
} from '@countersign/contract/routes/admin/people.ts'
import { useState } from 'react'
import { useRouteQuery, useSave } from '../../../components/account-data.tsx'
import { optionsOfItems } from '../../../components/admin/options.ts'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { personLabel } from '../../../components/person/person-name.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { person as suspendWords } from '../../../words/admin/admin.ts'
import { bulk as words } from '../../../words/admin/bulk.ts'
import { wordsForProblem } from '../../../words/problems.ts'
import '../../../components/admin/admin.css'

type BulkProps = { chosen: PersonItem[]; onClear: () => void }

export function BulkActions({ chosen, onClear }: BulkProps) {
  const [open, setOpen] = useState<'group' | 'suspend'>()
  const [failed, setFailed] = useState<{ people: PersonItem[]; failures: BulkFailure[] }>()
  const close = () => setOpen(undefined)
  const finished = (failures: BulkFailure[]) => {
    setFailed(failures.length > 0 ? { people: chosen, failures } : undefined)
    close()
    onClear()
  }
  return (
    <>
      {failed ? <Failed {...failed} onClose={() => setFailed(undefined)} /> : null}
      {chosen.length > 0 ? (
        <section className="sheet row bulk-actions" aria-label={words.bar}>
          <p role="status">{words.selected(chosen.length)}</p>
          <Button onClick={() => setOpen('group')}>{words.addToGroup}</Button>
          <Button onClick={() => setOpen('suspend')}>{suspendWords.suspend}</Button>
          <Button look="quiet" onClick={onClear}>
            {words.clear}
          </Button>
        </section>
      ) : null}
      {open === 'group' ? <GroupDialog chosen={chosen} onDone={finished} onClose={close} /> : null}
      {open === 'suspend' ? <SuspendDialog chosen={chosen} onDone={finished} onClose={close} /> : null}
    </>
  )
}

function Failed({ people, failures, onClose }: { people: PersonItem[]; failures: BulkFailure[]; onClose: () => void }) {
  return (
    <div role="alert">
      <Notice
        tone="warn"
        title={words.failedTitle(failures.length)}
        actions={<Button onClick={onClose}>{words.close}</Button>}
      >
        <ul>
          {failures.map(({ id, code }) => {
            const person = people.find((each) => each.id === id)
            return (
              <li key={id}>
                <bdi>{person ? personLabel(person) : id}</bdi>: {wordsForProblem(code, '').title}
              </li>
            )
          })}
        </ul>
      </Notice>
    </div>
  )
}

type DialogProps = { chosen: PersonItem[]; onDone: (failures: BulkFailure[]) => void; onClose: () => void }

const refreshes = [listPeople, getPerson, listGroups]

function finish(onDone: DialogProps['onDone']) {
  return ({ done, failed }: AnswerOf<typeof changePeople>) => {
    if (done.length > 0) showToast(words.done(done.length))
    onDone(failed)
  }
}

function GroupDialog({ chosen, onDone, onClose }: DialogProps) {
  const groups = useRouteQuery(listGroups).data?.items ?? []
  const form = useForm({
    saved: { values: { groupId: undefined as string | undefined } },
    save: useSave(changePeople, { refreshes }),
    body: ({ groupId = groups[0]?.id ?? '' }) => ({ ids: chosen.map(({ id }) => id), addToGroup: groupId }),
    confirm() {
      if (groups.length === 0) onClose()
      return groups.length === 0
    },
    onSaved: finish(onDone),
  })
  return (
    <FormDialog form={form} title={words.addTitle(chosen.length)} confirmLabel={words.addToGroup} onClose={onClose}>
      {groups[0] === undefined ? (
        <p>{words.noGroups}</p>
      ) : (
        <Select
          label={words.group}
          value={form.values.groupId ?? groups[0].id}
          options={optionsOfItems(groups)}
          onChoose={(groupId) => form.edit({ groupId })}
        />
      )}
    </FormDialog>
  )
}

function SuspendDialog({ chosen, onDone, onClose }: DialogProps) {
  const form = useForm({
    saved: { values: { reason: '' } },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: suspendWords.reasonMissing } : {}),
    save: useSave(changePeople, { refreshes }),
    body: ({ reason }) => ({ ids: chosen.map(({ id }) => id), suspend: { reason: reason.trim() } }),
    onSaved: finish(onDone),
  })
  return (
    <FormDialog
      form={form}
      title={words.suspendTitle(chosen.length)}
      confirmLabel={suspendWords.suspend}
      look="danger"
      onClose={onClose}
    >
      <p>{suspendWords.suspendBody}</p>
      <TextArea
        label={suspendWords.reason}
        hint={suspendWords.suspendReasonHint}
        maxLength={REASON_MAX}
        {...form.text('reason')}
      />
    </FormDialog>
  )
}
