import type { AppError } from '@countersign/contract/error/errors.ts'
import { DELETION_GRACE_MS, DISPLAY_NAME_MAX, REASON_MAX } from '@countersign/contract/limits.ts'
import { isDisplayName } from '@countersign/contract/names/name.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { AnswerOf, BodyOf, Route } from '@countersign/contract/route.ts'
import * as routes from '@countersign/contract/routes/admin/people.ts'
import { type ReactNode, useState } from 'react'
import { useSave } from '../../../components/account-data.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { ActionDialog, type ActionDialogProps } from '../../../components/form/action-dialog.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { PersonFacts, personLabel } from '../../../components/person/person-name.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { errorsAtPointers, type FieldErrors } from '../../../forms/form.ts'
import { normalizeText } from '../../../forms/typed-text.ts'
import { type Form, useForm } from '../../../forms/use-form.ts'
import { Field, TextArea } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { admin, person as words } from '../../../words/admin/admin.ts'

const DAY_MS = 86_400_000

type DialogProps = { details: routes.PersonDetails; onClose: () => void }

const refreshes = [routes.getPerson, routes.listPeople]

export function RenameDialog(props: DialogProps) {
  return (
    <PersonForm
      {...props}
      title={words.rename}
      values={{ name: props.details.person.displayName ?? '' }}
      validate={({ name }) =>
        name.trim() === '' || isDisplayName(normalizeText(name)) ? {} : { name: words.nameWrong(DISPLAY_NAME_MAX) }
      }
      serverErrors={(error) => {
        const { displayName } = errorsAtPointers<{ displayName: string }>(error, {
          displayName: () => words.nameWrong(DISPLAY_NAME_MAX),
        })
        return { name: displayName }
      }}
      body={({ name }) => ({ displayName: normalizeText(name) || null })}
      done={words.renamed}
    >
      {(form) => <Field label={words.name} hint={words.nameHint} autoComplete="off" {...form.text('name')} />}
    </PersonForm>
  )
}

export function RoleDialog({ roles, ...props }: DialogProps & { roles: Role[] }) {
  return (
    <PersonForm
      {...props}
      title={words.changeRole}
      values={{ role: props.details.person.role }}
      body={({ role }) => ({ role })}
      done={words.roleChanged}
    >
      {(form) => (
        <>
          <p>{words.roleBody}</p>
          <Select
            label={words.role}
            hint={admin.roleNotes[form.values.role]}
            options={roles.map((value) => ({ value, label: admin.roles[value] }))}
            {...form.choice('role')}
          />
        </>
      )}
    </PersonForm>
  )
}

export function SuspendDialog(props: DialogProps) {
  return (
    <PersonForm
      {...props}
      title={words.suspendTitle}
      confirmLabel={words.suspend}
      look="danger"
      values={{ reason: '' }}
      validate={({ reason }) => validateReason(reason)}
      body={({ reason }) => ({ status: 'suspended', reason: reason.trim() })}
      done={words.suspended}
    >
      {(form) => (
        <>
          <p>{words.suspendBody}</p>
          <TextArea label={words.reason} hint={words.suspendReasonHint} {...form.text('reason')} />
        </>
      )}
    </PersonForm>
  )
}

function validateReason(reason: string): { reason?: string } {
  if (reason.trim() === '') return { reason: words.reasonMissing }
  return reason.trim().length > REASON_MAX ? { reason: words.reasonLong(REASON_MAX) } : {}
}

type PersonFormProps<Values extends object> = DialogProps & {
  title: string
  confirmLabel?: string
  look?: 'primary' | 'danger'
  values: Values
  validate?: (values: Values) => FieldErrors<Values>
  serverErrors?: (error: AppError) => FieldErrors<Values>
  body: (values: Values) => BodyOf<typeof routes.updatePerson>
  done: string
  children: (form: Form<Values>) => ReactNode
}

function PersonForm<Values extends object>(props: PersonFormProps<Values>) {
  const { details, onClose, values, validate = () => ({}), serverErrors, body, done, children, ...dialog } = props
  const form = useForm<Values, BodyOf<typeof routes.updatePerson>, unknown>({
    saved: { values, version: details.version },
    validate,
    serverErrors,
    save: useSave(routes.updatePerson, { params: { id: details.person.id }, refreshes, toast: done }),
    body,
    confirm(edits) {
      const isUnchanged = Object.keys(edits).length === 0
      if (isUnchanged) onClose()
      return isUnchanged
    },
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} current={summaryOf(details)} onClose={onClose} {...dialog}>
      <PersonFacts person={details.person} />
      {children(form)}
    </FormDialog>
  )
}

export function RestoreDialog(props: DialogProps) {
  const { person, version, deletion } = props.details
  return (
    <PersonAction
      {...props}
      title={words.restoreTitle}
      confirmLabel={words.restore}
      look="primary"
      route={routes.updatePerson}
      call={{ params: { id: person.id }, version, body: { status: 'active' } }}
      done={words.restored}
      body={deletion ? words.restoreDeleting : words.restoreBody}
    />
  )
}

export function SignOutDialog(props: DialogProps) {
  return (
    <PersonAction
      {...props}
      title={words.signOutTitle}
      confirmLabel={words.signOut}
      route={routes.signPersonOut}
      call={{ params: { id: props.details.person.id } }}
      done={({ ended }) => words.signedOut(ended)}
      body={words.signOutBody}
    />
  )
}

export function DeleteDialog(props: DialogProps) {
  const { person, version } = props.details
  return (
    <PersonAction
      {...props}
      title={words.removeTitle}
      confirmLabel={words.remove}
      phrase={words.removePhrase}
      route={routes.deletePerson}
      call={{ params: { id: person.id }, version }}
      done={words.removed}
      body={words.removeBody(DELETION_GRACE_MS / DAY_MS)}
    />
  )
}

export function CancelDeletionDialog(props: DialogProps) {
  const { person, version, suspended } = props.details
  return (
    <PersonAction
      {...props}
      title={words.keepTitle}
      confirmLabel={words.keep}
      look="primary"
      route={routes.cancelDeletion}
      call={{ params: { id: person.id }, version }}
      done={words.kept}
      body={suspended ? words.keepSuspended : words.keepBody}
    />
  )
}

type PersonActionProps<R extends Route> = Omit<ActionDialogProps<R>, 'children'> & DialogProps & { body: string }

function PersonAction<R extends Route>({ details, body, ...dialog }: PersonActionProps<R>) {
  return (
    <ActionDialog refreshes={refreshes} current={summaryOf(details)} {...dialog}>
      <PersonFacts person={details.person} />
      <p>{body}</p>
    </ActionDialog>
  )
}

export function RecoveryLinkDialog({ details, onClose }: DialogProps) {
  const [created, setCreated] = useState<AnswerOf<typeof routes.createRecoveryLink>>()
  if (created) {
    const { url, expiresAt } = created
    return (
      <ShownOnce title={words.linkMade} secret={url} copy={words.copyLink} copied={words.linkCopied} onClose={onClose}>
        <p>
          {words.linkOnce} <Timestamp at={expiresAt} exact />.
        </p>
      </ShownOnce>
    )
  }
  return (
    <PersonAction
      details={details}
      title={words.linkTitle}
      confirmLabel={words.link}
      look="primary"
      route={routes.createRecoveryLink}
      call={{ params: { id: details.person.id } }}
      refreshes={[routes.getPerson]}
      reloads={[]}
      onDone={setCreated}
      onClose={onClose}
      body={words.linkBody}
    />
  )
}

function summaryOf({ person }: routes.PersonDetails): string {
  return [personLabel(person), admin.roles[person.role], admin.statuses[person.status]].join(' · ')
}
