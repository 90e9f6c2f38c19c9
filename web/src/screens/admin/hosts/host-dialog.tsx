import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { createHost, type Host, listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { useState } from 'react'
import { useAct, useRefresh } from '../../../components/account-data.tsx'
import { AccessChoice, useGroupNames } from '../../../components/admin/access-choice.tsx'
import { accessBody } from '../../../components/admin/access-values.ts'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { ChangedMeanwhile, isConflict } from '../../../forms/conflict-notice.tsx'
import { untouched } from '../../../forms/untouched.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { hosts as words } from '../../../words/admin.ts'
import {
  type HostDraft,
  type HostRefusals,
  hostOf,
  nameOf,
  proposedName,
  refusalsOf,
  serverRefusals,
} from './host-values.ts'

type AddHostProps = { onAdded: (id: string) => void; onClose: () => void }

export function AddHostDialog({ onAdded, onClose }: AddHostProps) {
  const add = useAct(createHost, { refreshes: [listHosts] })
  const form = useDraft({ host: '', name: undefined, access: { access: undefined, groupIds: [] } })
  const { draft, refusals } = form
  const send = () => {
    if (!form.check()) return
    const body = { host: hostOf(draft.host), name: nameOf(draft), ...accessBody(draft.access) }
    const onSuccess = ({ id }: Host) => {
      onAdded(id)
      done(words.added, onClose)
    }
    add.mutate({ body }, { onSuccess, onError: form.refuse })
  }
  return (
    <ConfirmDialog
      title={words.addTitle}
      act={words.create}
      look="primary"
      cancel={account.cancel}
      busy={add.isPending}
      refusal={hasRefusals(serverRefusals(add.error)) ? undefined : refusalText(add.error)}
      onAct={send}
      onClose={onClose}
    >
      <Field
        label={words.host}
        hint={words.hostHint}
        refusal={refusals.host}
        value={draft.host}
        className="mono"
        maxLength={2048}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => form.change({ host: event.currentTarget.value })}
      />
      <Common form={form} />
    </ConfirmDialog>
  )
}

export function ChangeHostDialog({ host, onClose }: { host: Host; onClose: () => void }) {
  const change = useAct(updateHost, { refreshes: [listHosts] })
  const refresh = useRefresh()
  const names = useGroupNames(host.groupIds)
  const form = useDraft({ host: host.host, name: host.name, access: host })
  const send = () => {
    if (!form.check()) return
    const body = { name: nameOf(form.draft), ...accessBody(form.draft.access) }
    change.mutate(
      { params: { id: host.id }, version: host.version, body },
      {
        onSuccess: () => done(words.saved, onClose),
        onError(error) {
          form.refuse(error)
          if (isConflict(error)) void refresh(listHosts)
        },
      },
    )
  }
  const told = hasRefusals(serverRefusals(change.error)) || isConflict(change.error)
  return (
    <ConfirmDialog
      title={words.changeTitle(host.name)}
      act={words.save}
      look="primary"
      cancel={account.cancel}
      busy={change.isPending}
      refusal={told ? undefined : refusalText(change.error)}
      onAct={send}
      onClose={onClose}
    >
      <Common form={form} />
      <ChangedMeanwhile error={change.error}>
        <strong>
          {host.name}, {names.join(', ') || words.everyone}
        </strong>
      </ChangedMeanwhile>
    </ConfirmDialog>
  )
}

function hasRefusals(refusals: HostRefusals): boolean {
  return Object.keys(refusals).length > 0
}

function done(text: string, onClose: () => void): void {
  onClose()
  showToast(text)
}

type Form = ReturnType<typeof useDraft>

function useDraft(initial: HostDraft) {
  const [draft, setDraft] = useState(initial)
  const [refusals, setRefusals] = useState<HostRefusals>({})
  return {
    draft,
    refusals,
    change(next: Partial<HostDraft>) {
      setDraft({ ...draft, ...next })
      setRefusals(untouched(refusals, next))
    },
    check(): boolean {
      const found = refusalsOf(draft)
      setRefusals(found)
      return !hasRefusals(found)
    },
    refuse: (error: unknown) => setRefusals(serverRefusals(error)),
  }
}

function Common({ form: { draft, refusals, change } }: { form: Form }) {
  return (
    <>
      <Field
        label={words.name}
        hint={words.nameHint}
        refusal={refusals.name}
        value={draft.name ?? proposedName(hostOf(draft.host))}
        maxLength={LABEL_MAX}
        autoComplete="off"
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <AccessChoice
        value={draft.access}
        refusal={refusals.access}
        onChange={({ access, groupIds }) => change({ access: { access, groupIds } })}
      />
    </>
  )
}
