import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { createHost, type Host, listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { useSave } from '../../../components/account-data.tsx'
import { AccessChoice } from '../../../components/admin/access-choice.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { type Form, useForm } from '../../../forms/use-form.ts'
import { navigate } from '../../../page/history.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { hosts as words } from '../../../words/admin/hosts.ts'
import { HOST_READS, type HostValues, hostNameForm, nameOf, newHost, newHostForm, valuesOfHost } from './host-values.ts'

export function AddHostDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    saved: { values: newHost },
    ...newHostForm,
    save: useSave(createHost, { refreshes: HOST_READS, toast: words.added }),
    onSaved: ({ id }) => navigate(`/admin/hosts/${id}/setup`),
  })
  return (
    <FormDialog form={form} title={words.add} confirmLabel={words.create} onClose={onClose}>
      <Field label={words.host} hint={words.hostHint} maxLength={2048} {...form.code('host')} />
      <NameField form={form} />
      <AccessChoice {...form.choice('access')} />
    </FormDialog>
  )
}

export function RenameHostDialog({ host, onClose }: { host: Host; onClose: () => void }) {
  const form = useForm({
    saved: { values: valuesOfHost(host), version: host.version },
    ...hostNameForm,
    save: useSave(updateHost, { params: { id: host.id }, refreshes: [listHosts], toast: words.saved }),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={words.edit} current={host.name} onClose={onClose}>
      <NameField form={form} />
    </FormDialog>
  )
}

function NameField({ form }: { form: Form<HostValues> }) {
  return (
    <Field
      label={words.name}
      hint={words.nameHint}
      maxLength={LABEL_MAX}
      autoComplete="off"
      {...form.text('name')}
      value={nameOf(form.values)}
    />
  )
}
