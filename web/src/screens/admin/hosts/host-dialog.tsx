import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { createHost, type Host, listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { AccessChoice } from '../../../components/admin/access-choice.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useSave } from '../../../components/form/use-save.ts'
import { type Form, useForm, VERBATIM } from '../../../forms/use-form.ts'
import { navigate } from '../../../page/history.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { hosts as words } from '../../../words/admin/hosts.ts'
import {
  HOST_READS,
  type HostValues,
  hostNameBody,
  hostServerErrors,
  nameOf,
  newHost,
  newHostBody,
  validateHost,
  valuesOfHost,
} from './host-values.ts'

export function AddHostDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    saved: { values: newHost },
    validate: validateHost,
    serverErrors: hostServerErrors,
    save: useSave(createHost, { refreshes: HOST_READS }),
    body: newHostBody,
    onSaved({ id }) {
      showToast(words.added)
      navigate(`/admin/hosts/${id}/setup`)
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
      <NameField form={form} />
      <AccessChoice {...form.choice('access')} />
    </FormDialog>
  )
}

export function RenameHostDialog({ host, onClose }: { host: Host; onClose: () => void }) {
  const form = useForm({
    saved: { values: valuesOfHost(host), version: host.version },
    validate: validateHost,
    serverErrors: hostServerErrors,
    save: useSave(updateHost, { params: { id: host.id }, refreshes: [listHosts] }),
    body: hostNameBody,
    onSaved() {
      onClose()
      showToast(words.saved)
    },
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
