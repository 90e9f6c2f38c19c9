import { DELETION_GRACE_MS, DISPLAY_NAME_MAX, REASON_MAX } from '@countersign/contract/limits.ts'
import type { Role } from '@countersign/contract/me.ts'
import { isDisplayName } from '@countersign/contract/names/name.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import {
  deletePerson,
  getPerson,
  listPeople,
  type PersonDetails,
  signPersonOut,
  updatePerson,
} from '@countersign/contract/routes/admin/people.ts'
import { type ReactNode, useState } from 'react'
import { useAct, useRefresh } from '../../../components/account-data.tsx'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { PersonFacts } from '../../../components/person/person-facts.tsx'
import { ChangedMeanwhile, isConflict } from '../../../forms/conflict-notice.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { admin } from '../../../words/admin.ts'

const { person: words } = admin
const DAY_MS = 86_400_000

export type DialogProps = { details: PersonDetails; onClose: () => void }

const refreshes = [getPerson, listPeople]

export function RenameDialog({ details, onClose }: DialogProps) {
  const [name, setName] = useState(details.person.displayName ?? '')
  const change = useChange(details, { done: words.renamed, onClose })
  const wanted = name.trim().normalize('NFC')
  const [wrong, setWrong] = useState(false)
  const save = () => {
    const bad = wanted !== '' && !isDisplayName(wanted)
    setWrong(bad)
    if (!bad) change.act({ displayName: wanted === '' ? null : wanted })
  }
  return (
    <ChangeDialog
      title={words.renameTitle}
      act={words.save}
      look="primary"
      change={change}
      onAct={save}
      {...{ details, onClose }}
    >
      <Field
        label={words.name}
        hint={words.nameHint}
        value={name}
        autoComplete="off"
        refusal={wrong ? words.nameWrong(DISPLAY_NAME_MAX) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ChangeDialog>
  )
}

export function RoleDialog({ details, onClose, roles }: DialogProps & { roles: Role[] }) {
  const [role, setRole] = useState(details.person.role)
  const change = useChange(details, { done: words.roleChanged, onClose })
  return (
    <ChangeDialog
      title={words.roleTitle}
      act={words.save}
      look="primary"
      change={change}
      onAct={() => (role === details.person.role ? onClose() : change.act({ role }))}
      {...{ details, onClose }}
    >
      <p>{words.roleBody}</p>
      <Select
        label={words.role}
        hint={admin.roleNotes[role]}
        value={role}
        options={roles.map((value) => ({ value, label: admin.roles[value] }))}
        onChoose={setRole}
      />
    </ChangeDialog>
  )
}

export function SuspendDialog({ details, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const change = useChange(details, { done: words.suspended, onClose })
  const suspend = () => {
    const why = reason.trim()
    const wrong = why === '' ? words.reasonMissing : why.length > REASON_MAX ? words.reasonLong(REASON_MAX) : undefined
    setRefusal(wrong)
    if (!wrong) change.act({ status: 'suspended', reason: why })
  }
  return (
    <ChangeDialog
      title={words.suspendTitle}
      act={words.suspend}
      change={change}
      onAct={suspend}
      {...{ details, onClose }}
    >
      <p>{words.suspendBody}</p>
      <TextArea
        label={words.suspendReason}
        hint={words.suspendReasonHint}
        value={reason}
        refusal={refusal}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ChangeDialog>
  )
}

export function RestoreDialog({ details, onClose }: DialogProps) {
  const change = useChange(details, { done: words.restored, onClose })
  const restore = () => change.act({ status: 'active' })
  return (
    <ChangeDialog
      title={words.restoreTitle}
      act={words.restore}
      look="primary"
      change={change}
      onAct={restore}
      {...{ details, onClose }}
    >
      <p>{words.restoreBody}</p>
    </ChangeDialog>
  )
}

export function SignOutDialog({ details, onClose }: DialogProps) {
  const signOut = useAct(signPersonOut, { refreshes })
  const done = ({ ended }: { ended: number }) => {
    onClose()
    showToast(words.signedOut(ended))
  }
  return (
    <ConfirmDialog
      title={words.signOutTitle}
      act={words.signOut}
      cancel={account.cancel}
      busy={signOut.isPending}
      refusal={refusalText(signOut.error)}
      onAct={() => signOut.mutate({ params: { id: details.person.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <PersonFacts person={details.person} />
      <p>{words.signOutBody}</p>
    </ConfirmDialog>
  )
}

export function DeleteDialog({ details, onClose }: DialogProps) {
  const remove = useAct(deletePerson, { refreshes })
  const refresh = useRefresh()
  const done = () => {
    onClose()
    showToast(words.removed)
  }
  const act = () =>
    remove.mutate(
      { params: { id: details.person.id }, version: details.version },
      { onSuccess: done, onError: (error) => void (isConflict(error) && refresh(...refreshes)) },
    )
  const text = words.removePhrase
  return (
    <ChangeDialog
      title={words.removeTitle}
      act={words.remove}
      phrase={{ text, label: account.confirm.type(text), mismatch: account.confirm.mismatch(text) }}
      change={{ busy: remove.isPending, error: remove.error }}
      onAct={act}
      {...{ details, onClose }}
    >
      <p>{words.removeBody(DELETION_GRACE_MS / DAY_MS)}</p>
    </ChangeDialog>
  )
}

type Change = { busy: boolean; error: Error | null }

/** Changes the version that is on the screen; when it is another one by now, that one is fetched and shown. */
function useChange({ person, version }: PersonDetails, { done, onClose }: { done: string; onClose: () => void }) {
  const update = useAct(updatePerson, { refreshes })
  const refresh = useRefresh()
  const act = (body: BodyOf<typeof updatePerson>) =>
    update.mutate(
      { params: { id: person.id }, body, version },
      {
        onSuccess: () => {
          onClose()
          showToast(done)
        },
        onError: (error) => void (isConflict(error) && refresh(...refreshes)),
      },
    )
  return { act, busy: update.isPending, error: update.error }
}

type ChangeDialogProps = DialogProps &
  Pick<Parameters<typeof ConfirmDialog>[0], 'title' | 'act' | 'look' | 'phrase' | 'onAct'> & {
    change: Change
    children: ReactNode
  }

/** Says whom it is about with the whole address, and what is there now when somebody else was quicker. */
function ChangeDialog({ details, change, children, ...rest }: ChangeDialogProps) {
  const { person } = details
  return (
    <ConfirmDialog
      cancel={account.cancel}
      busy={change.busy}
      refusal={isConflict(change.error) ? undefined : refusalText(change.error)}
      {...rest}
    >
      <PersonFacts person={person} />
      <ChangedMeanwhile error={change.error}>
        <strong>
          {[person.displayName ?? admin.unnamed, admin.roles[person.role], admin.statuses[person.status]].join(' · ')}
        </strong>
      </ChangedMeanwhile>
      {children}
    </ConfirmDialog>
  )
}
