import type { PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import type { Grant } from '@countersign/contract/routes/grant.ts'
import { EndGrantDialog, grantColumns } from '../../../components/admin/grants.tsx'
import { NameLink, TableSection } from '../../../components/admin/table.tsx'
import { personRights } from '../../../components/person/person-rights.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import type { Column } from '../../../ui/data/data-table.tsx'
import { AppIcon, WithLogo } from '../../../ui/identity/app-logo.tsx'
import { admin } from '../../../words/admin/admin.ts'

const { grants: words } = admin

export function PersonApps({ details: { person, grants } }: { details: PersonDetails }) {
  const { me } = useAccount()
  return (
    <TableSection
      title={words.apps}
      columns={[appColumn(grants), ...grantColumns]}
      rows={grants}
      rowKey={({ id }) => id}
      empty={words.noApps}
      actions={[
        {
          label: words.end,
          labelOf: ({ app }) => words.endOf(app.name),
          may: () => personRights(me, person).signOut,
          dialog: ({ id, app }, onClose) => (
            <EndGrantDialog grantId={id} person={person} app={app.name} onClose={onClose} />
          ),
        },
      ]}
    />
  )
}

/** Names are indented for logos once any app has one. */
function appColumn(grants: Grant[]): Column<Grant> {
  const hasLogos = grants.some(({ app }) => app.logo !== null)
  return {
    label: words.app,
    render: ({ app }) => (
      <WithLogo picture={hasLogos ? <AppIcon logo={app.logo} size={32} /> : null}>
        <NameLink to={`/admin/apps/${app.id}`} name={app.name} />
      </WithLogo>
    ),
  }
}
