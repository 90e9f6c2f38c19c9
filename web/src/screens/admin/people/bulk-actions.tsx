import { REASON_MAX } from '@countersign/contract/limits.ts'
import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import { getPerson, listPeople, type PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { type BulkFailure, changePeople } from '@countersign/contract/routes/admin/people-bulk.ts'
import { useState } from 'react'
import { useAct, useAnswer } from '../../../components/account-data.tsx'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { nameInSentence } from '../../../components/person/name-in-sentence.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { bulk as words } from '../../../words/admin.ts'
import { wordsForProblem } from '../../../words/problems.ts'
import '../../../components/admin/admin.css'

type BulkProps = { chosen: PersonItem[]; onClear: () => void }

/** What can be done to everybody who is selected, and for whom it was not done. */
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
          <Button onClick={() => setOpen('suspend')}>{words.suspend}</Button>
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
      <Notice tone="warn" actions={<Button onClick={onClose}>{words.close}</Button>}>
        <p>
          <strong>{words.failedTitle(failures.length)}</strong>
        </p>
        <ul>
          {failures.map(({ id, code }) => {
            const person = people.find((each) => each.id === id)
            return (
              <li key={id}>
                <bdi>{person ? nameInSentence(person) : id}</bdi>: {wordsForProblem(code, '').title}
              </li>
            )
          })}
        </ul>
      </Notice>
    </div>
  )
}

type DialogProps = { chosen: PersonItem[]; onDone: (failures: BulkFailure[]) => void; onClose: () => void }

function useBulk({ chosen, onDone }: DialogProps) {
  const act = useAct(changePeople, { refreshes: [listPeople, getPerson, listGroups] })
  const ids = chosen.map(({ id }) => id)
  const send = (what: { addToGroup: string } | { suspend: { reason: string } }) =>
    act.mutate(
      { body: { ids, ...what } },
      {
        onSuccess({ done, failed }) {
          if (done.length > 0) showToast(words.done(done.length))
          onDone(failed)
        },
      },
    )
  return { busy: act.isPending, refusal: refusalText(act.error), send }
}

function GroupDialog(props: DialogProps) {
  const { busy, refusal, send } = useBulk(props)
  const groups = useAnswer(listGroups).data?.items ?? []
  const [chosen, setChosen] = useState<string>()
  const groupId = chosen ?? groups[0]?.id
  return (
    <ConfirmDialog
      title={words.addTitle(props.chosen.length)}
      act={words.addToGroup}
      look="primary"
      cancel={account.cancel}
      busy={busy}
      refusal={refusal}
      onAct={() => (groupId === undefined ? props.onClose() : send({ addToGroup: groupId }))}
      onClose={props.onClose}
    >
      {groupId === undefined ? (
        <p>{words.noGroups}</p>
      ) : (
        <Select
          label={words.group}
          value={groupId}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={setChosen}
        />
      )}
    </ConfirmDialog>
  )
}

function SuspendDialog(props: DialogProps) {
  const { busy, refusal, send } = useBulk(props)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const suspend = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') send({ suspend: { reason: reason.trim() } })
  }
  return (
    <ConfirmDialog
      title={words.suspendTitle(props.chosen.length)}
      act={words.suspend}
      cancel={account.cancel}
      busy={busy}
      refusal={refusal}
      onAct={suspend}
      onClose={props.onClose}
    >
      <p>{words.suspendBody}</p>
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        refusal={missing ? words.reasonMissing : undefined}
        value={reason}
        maxLength={REASON_MAX}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
