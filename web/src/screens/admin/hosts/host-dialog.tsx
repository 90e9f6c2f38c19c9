import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { createHost, type Host, listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { AccessChoice, useGroupNames } from '../../../components/admin/access-choice.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useSave } from '../../../components/form/use-save.ts'
import { type Form, useForm, VERBATIM } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { hosts as words } from '../../../words/admin-hosts.ts'
import {
  type HostValues,
  hostBody,
  hostServerErrors,
  nameOf,
  newHost,
  newHostBody,
  validateHost,
  valuesOfHost,
} from './host-values.ts'

type AddHostProps = { onAdded: (id: string) => void; onClose: () => void }

export function AddHostDialog({ onAdded, onClose }: AddHostProps) {
  const form = useForm({
    saved: { values: newHost },
    validate: validateHost,
    serverErrors: hostServerErrors,
    save: useSave(createHost, { refreshes: [listHosts] }),
    body: newHostBody,
    onSaved({ id }) {
      onAdded(id)
      onClose()
      showToast(words.added)
    },
  })
  return (
    <FormDialog form={form} title={words.add} confirmLabel={words.create} onClose={onClose}>
      <Field
        label={words.host}
        hint={words.hostHint}
        className="mono"
        maxLength={2048}
        {...VERBATIM}
        {...form.text('host')}
      />
      <CommonFields form={form} />
    </FormDialog>
  )
}

export function ChangeHostDialog({ host, onClose }: { host: Host; onClose: () => void }) {
  const groups = useGroupNames(host.groupIds)
  const form = useForm({
    saved: { values: valuesOfHost(host), version: host.version },
    validate: validateHost,
    serverErrors: hostServerErrors,
    save: useSave(updateHost, { params: { id: host.id }, refreshes: [listHosts] }),
    body: hostBody,
    onSaved() {
      onClose()
      showToast(words.saved)
    },
  })
  return (
    <FormDialog
      form={form}
      title={words.editOf(host.name)}
      current={`${host.name}, ${groups.join(', ') || words.everyone}`}
      onClose={onClose}
    >
      <CommonFields form={form} />
    </FormDialog>
  )
}

function CommonFields({ form }: { form: Form<HostValues> }) {
  return (
    <>
      <Field
        label={words.name}
        hint={words.nameHint}
        maxLength={LABEL_MAX}
        autoComplete="off"
        {...form.text('name')}
        value={nameOf(form.values)}
      />
      <AccessChoice {...form.choice('access')} />
    </>
  )
}
