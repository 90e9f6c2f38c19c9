/** What people allowed apps, in the tables of an app and of a person. */

import type { Scope } from '@countersign/contract/app/scope.ts'
import { endPersonGrant, getApp, listAppPeople, listApps } from '@countersign/contract/routes/admin/app.ts'
import { getPerson, type PersonItem } from '@countersign/contract/routes/admin/people.ts'
import type { Column } from '../../ui/data/data-table.tsx'
import { grants as words } from '../../words/admin/admin.ts'
import { ActionDialog } from '../form/action-dialog.tsx'
import { personLabel } from '../person/person-name.tsx'
import { Timestamp } from '../timestamp.tsx'

type Grant = { scopes: readonly Scope[]; grantedAt: string; lastUsedAt: string }

export const grantColumns: Column<Grant>[] = [
  { label: words.scopes, render: ({ scopes }) => scopes.join(' · ') },
  { label: words.since, render: ({ grantedAt }) => <Timestamp at={grantedAt} /> },
  { label: words.lastUsed, render: ({ lastUsedAt }) => <Timestamp at={lastUsedAt} /> },
]

type EndGrantDialogProps = { grantId: string; person: PersonItem; app: string; onClose: () => void }

export function EndGrantDialog({ grantId, person, app, onClose }: EndGrantDialogProps) {
  return (
    <ActionDialog
      title={words.endTitle(app, personLabel(person))}
      confirmLabel={words.end}
      route={endPersonGrant}
      call={{ params: { id: person.id, grantId } }}
      refreshes={[getPerson, listAppPeople, getApp, listApps]}
      done={words.ended}
      onClose={onClose}
    >
      <p>{words.endBody}</p>
    </ActionDialog>
  )
}
