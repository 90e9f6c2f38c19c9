import type { AccessRule } from '@countersign/contract/access.ts'
import type { Route } from '@countersign/contract/route.ts'
import type { updateApp } from '@countersign/contract/routes/admin/app.ts'
import type { updateHost } from '@countersign/contract/routes/admin/host.ts'
import { useForm } from '../../forms/use-form.ts'
import { access as words } from '../../words/admin/admin.ts'
import { item as itemWords } from '../../words/admin/item.ts'
import { useSave } from '../account-data.tsx'
import { AccessChoice, useGroupNames } from '../admin/access-choice.tsx'
import { type AccessValues, accessBody, accessError } from '../admin/access-values.ts'
import { PageForm } from '../form/page-form.tsx'

type AccessFormProps = {
  item: AccessRule & { id: string; version: number }
  route: typeof updateApp | typeof updateHost
  refreshes: Route[]
  locked?: boolean
}

/** Who may use an app or reach a protected host. */
export function AccessForm({ item, route, refreshes, locked = false }: AccessFormProps) {
  const { id, access, groupIds, version } = item
  const groupNames = useGroupNames(groupIds)
  const form = useForm({
    saved: { values: { access: { access, groupIds } as AccessValues }, version },
    locked,
    validate: (values) => accessError(values.access),
    save: useSave(route, { params: { id }, refreshes, toast: itemWords.accessSaved }),
    body: (values) => accessBody(values.access),
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
