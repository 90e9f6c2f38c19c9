import { DELETION_GRACE_MS, DISPLAY_NAME_MAX, REASON_MAX } from '@countersign/contract/limits.ts'
import { isDisplayName } from '@countersign/contract/names/name.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import {
  cancelDeletion,
  createRecoveryLink,
  deletePerson,
  getPerson,
  listPeople,
  type PersonDetails,
  signPersonOut,
  updatePerson,
} from '@countersign/contract/routes/admin/people.ts'
import type { ReactNode } from 'react'
import { useRouteMutation, useSave } from '../../../components/account-data.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { failureText } from '../../../components/loaded.tsx'
import { personLabel } from '../../../components/person/person-label.ts'
import { PersonFacts } from '../../../components/person/person-name.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import type { FieldErrors } from '../../../forms/form.ts'
import { normalizeText } from '../../../forms/typed-text.ts'
import { type Form, useForm } from '../../../forms/use-form.ts'
import { Field, TextArea } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { account } from '../../../words/account/account.ts'
import { admin } from '../../../words/admin/admin.ts'

const { person: words } = admin
const DAY_MS = 86_400_000

export type DialogProps = { details: PersonDetails; onClose: () => void }

const refreshes = [getPerson, listPeople]

export function RenameDialog({ details, onClose }: DialogProps) {
  const form = usePersonForm({
    ...{ details, onClose },
    values: { name: details.person.displayName ?? '' },
    validate: ({ name }) =>
      name.trim() === '' || isDisplayName(normalizeText(name)) ? {} : { name: words.nameWrong(DISPLAY_NAME_MAX) },
    body: ({ name }) => ({ displayName: normalizeText(name) || null }),
    done: words.renamed,
  })
  return (
    <PersonDialog form={form} title={words.rename} look="primary" {...{ details, onClose }}>
      <Field label={words.name} hint={words.nameHint} autoComplete="off" {...form.text('name')} />
    </PersonDialog>
  )
}

export function RoleDialog({ details, onClose, roles }: DialogProps & { roles: Role[] }) {
  const form = usePersonForm({
    ...{ details, onClose },
    values: { role: details.person.role },
    body: ({ role }) => ({ role }),
    done: words.roleChanged,
  })
  return (
    <PersonDialog form={form} title={words.changeRole} look="primary" {...{ details, onClose }}>
      <p>{words.roleBody}</p>
      <Select
        label={words.role}
        hint={admin.roleNotes[form.values.role]}
        options={roles.map((value) => ({ value, label: admin.roles[value] }))}
        {...form.choice('role')}
      />
    </PersonDialog>
  )
}

export function SuspendDialog({ details, onClose }: DialogProps) {
  const form = usePersonForm({
    ...{ details, onClose },
    values: { reason: '' },
    validate: ({ reason }) => validateReason(reason),
    body: ({ reason }) => ({ status: 'suspended', reason: reason.trim() }),
    done: words.suspended,
  })
  return (
    <PersonDialog
      form={form}
      title={words.suspendTitle}
      confirmLabel={words.suspend}
      look="danger"
      {...{ details, onClose }}
    >
      <p>{words.suspendBody}</p>
      <TextArea label={words.reason} hint={words.suspendReasonHint} {...form.text('reason')} />
    </PersonDialog>
  )
}

function validateReason(reason: string): { reason?: string } {
  if (reason.trim() === '') return { reason: words.reasonMissing }
  return reason.trim().length > REASON_MAX ? { reason: words.reasonLong(REASON_MAX) } : {}
}

export function RestoreDialog({ details, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={words.restoreTitle}
      confirmLabel={words.restore}
      look="primary"
      route={updatePerson}
      call={{ params: { id: details.person.id }, version: details.version, body: { status: 'active' } }}
      refreshes={refreshes}
      current={summaryOf(details)}
      done={words.restored}
      onClose={onClose}
    >
      <PersonFacts person={details.person} />
      <p>{details.deletion ? words.restoreDeleting : words.restoreBody}</p>
    </ActionDialog>
  )
}

export function SignOutDialog({ details, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={words.signOutTitle}
      confirmLabel={words.signOut}
      route={signPersonOut}
      call={{ params: { id: details.person.id } }}
      refreshes={refreshes}
      done={({ ended }) => words.signedOut(ended)}
      onClose={onClose}
    >
      <PersonFacts person={details.person} />
      <p>{words.signOutBody}</p>
    </ActionDialog>
  )
}

export function DeleteDialog({ details, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={words.removeTitle}
      confirmLabel={words.remove}
      phrase={words.removePhrase}
      route={deletePerson}
      call={{ params: { id: details.person.id }, version: details.version }}
      refreshes={refreshes}
      current={summaryOf(details)}
      done={words.removed}
      onClose={onClose}
    >
      <PersonFacts person={details.person} />
      <p>{words.removeBody(DELETION_GRACE_MS / DAY_MS)}</p>
    </ActionDialog>
  )
}

export function CancelDeletionDialog({ details, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={words.keepTitle}
      confirmLabel={words.keep}
      look="primary"
      route={cancelDeletion}
      call={{ params: { id: details.person.id }, version: details.version }}
      refreshes={refreshes}
      current={summaryOf(details)}
      done={words.kept}
      onClose={onClose}
    >
      <PersonFacts person={details.person} />
      <p>{details.suspended ? words.keepSuspended : words.keepBody}</p>
    </ActionDialog>
  )
}

export function RecoveryLinkDialog({ details, onClose }: DialogProps) {
  const create = useRouteMutation(createRecoveryLink, { refreshes: [getPerson] })
  if (create.data) {
    const { url, expiresAt } = create.data
    return (
      <ShownOnce title={words.linkMade} secret={url} copy={words.copyLink} copied={words.linkCopied} onClose={onClose}>
        <p>
          {words.linkOnce} <Timestamp at={expiresAt} exact />.
        </p>
      </ShownOnce>
    )
  }
  return (
    <ConfirmDialog
      title={words.linkTitle}
      confirmLabel={words.link}
      look="primary"
      cancelLabel={account.cancel}
      busy={create.isPending}
      error={failureText(create.error)}
      onConfirm={() => create.mutate({ params: { id: details.person.id } })}
      onClose={onClose}
    >
      <PersonFacts person={details.person} />
      <p>{words.linkBody}</p>
    </ConfirmDialog>
  )
}

type PersonFormOptions<Values> = DialogProps & {
  values: Values
  validate?: (values: Values) => FieldErrors<Values>
  body: (values: Values) => BodyOf<typeof updatePerson>
  done: string
}

function usePersonForm<Values extends object>(options: PersonFormOptions<Values>): Form<Values> {
  const { details, onClose, values, validate = () => ({}), body, done } = options
  return useForm<Values, BodyOf<typeof updatePerson>, unknown>({
    saved: { values, version: details.version },
    validate,
    save: useSave(updatePerson, { params: { id: details.person.id }, refreshes, toast: done }),
    body,
    confirm(edits) {
      const isUnchanged = Object.keys(edits).length === 0
      if (isUnchanged) onClose()
      return isUnchanged
    },
    onSaved: onClose,
  })
}

type PersonDialogProps<Values extends object> = DialogProps & {
  form: Form<Values>
  title: string
  confirmLabel?: string
  look: 'primary' | 'danger'
  children: ReactNode
}

function PersonDialog<Values extends object>({ details, children, ...dialog }: PersonDialogProps<Values>) {
  return (
    <FormDialog current={summaryOf(details)} {...dialog}>
      <PersonFacts person={details.person} />
      {children}
    </FormDialog>
  )
}

function summaryOf({ person }: PersonDetails): string {
  return [personLabel(person), admin.roles[person.role], admin.statuses[person.status]].join(' · ')
}
