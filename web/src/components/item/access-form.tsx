import type { AccessRule } from '@countersign/contract/access.ts'
import type { Save } from '../../forms/form.ts'
import { useForm } from '../../forms/use-form.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { access as words } from '../../words/admin/admin.ts'
import { item as itemWords } from '../../words/admin/item.ts'
import { AccessChoice, useGroupNames } from '../admin/access-choice.tsx'
import { type AccessValues, accessBody, accessError } from '../admin/access-values.ts'
import { PageForm } from '../form/page-form.tsx'

type AccessFormProps = {
  item: AccessRule & { version: number }
  save: Save<ReturnType<typeof accessBody>, unknown>
  locked?: boolean
}

/** Who may use an app or reach a protected host. */
export function AccessForm({ item, save, locked = false }: AccessFormProps) {
  const { access, groupIds, version } = item
  const groupNames = useGroupNames(groupIds)
  const form = useForm({
    saved: { values: { access: { access, groupIds } as AccessValues }, version },
    locked,
    validate: (values) => accessError(values.access),
    save,
    body: (values) => accessBody(values.access),
    onSaved: () => showToast(itemWords.accessSaved),
  })
  return (
    <PageForm form={form} current={[access === 'everyone' ? words.everyone : groupNames.join(', ')]}>
      <section className="sheet sheet-roomy stack">
        <h2>{itemWords.access}</h2>
        <AccessChoice {...form.choice('access')} />
      </section>
    </PageForm>
  )
}
