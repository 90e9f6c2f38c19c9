import { LABEL_MAX } from '@countersign/contract/limits.ts'
import * as routes from '@countersign/contract/routes/admin/group.ts'
import { useSave } from '../../../components/account-data.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { type Form, useForm } from '../../../forms/use-form.ts'
import { navigate } from '../../../page/history.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { groups as words } from '../../../words/admin/groups.ts'
import { type GroupValues, groupForm, newGroup, slugOf } from './group-values.ts'

export function AddGroupDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    ...groupForm,
    saved: { values: newGroup },
    save: useSave(routes.createGroup, { refreshes: [routes.listGroups], toast: words.groupCreated }),
    onSaved: ({ id }) => navigate(`/admin/groups/${id}/members`),
  })
  return (
    <FormDialog form={form} title={words.add} confirmLabel={words.add} onClose={onClose}>
      <Fields form={form} />
    </FormDialog>
  )
}

type GroupDialogProps = { group: routes.Group; onClose: () => void }

export function ChangeGroupDialog({ group, onClose }: GroupDialogProps) {
  const { id, name, slug, version } = group
  const form = useForm({
    ...groupForm,
    saved: { values: { name, slug } as GroupValues, version },
    save: useSave(routes.updateGroup, { params: { id }, refreshes: [routes.listGroups], toast: words.saved }),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={words.edit} current={`${name} (${slug})`} onClose={onClose}>
      <Fields form={form} />
      {form.values.slug === slug ? null : <p className="small">{words.slugChange}</p>}
    </FormDialog>
  )
}

export function RemoveGroupDialog({ group: { id, name, version }, onClose }: GroupDialogProps) {
  return (
    <ActionDialog
      title={words.removeTitle(name)}
      confirmLabel={words.remove}
      route={routes.deleteGroup}
      call={{ params: { id }, version }}
      refreshes={[routes.listGroups]}
      reloads={[routes.listGroups, routes.listGroupUses]}
      done={words.removed}
      onDone={() => navigate('/admin/groups')}
      onClose={onClose}
    >
      <p>{words.removeBody}</p>
    </ActionDialog>
  )
}

function Fields({ form }: { form: Form<GroupValues> }) {
  return (
    <>
      <Field label={words.name} hint={words.nameHint} maxLength={LABEL_MAX} autoComplete="off" {...form.text('name')} />
      <Field
        label={words.slug}
        hint={words.slugHint}
        maxLength={48}
        {...form.code('slug')}
        value={slugOf(form.values)}
      />
    </>
  )
}
