import type { PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import type { Grant } from '@countersign/contract/routes/grant.ts'
import { useState } from 'react'
import { actionColumn, scopeNames } from '../../../components/admin/columns.tsx'
import { EndGrantDialog } from '../../../components/admin/end-grant-dialog.tsx'
import { TableSection } from '../../../components/admin/paged-table.tsx'
import { personLabel } from '../../../components/person/person-label.ts'
import { personRights } from '../../../components/person/person-rights.ts'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Link } from '../../../page/history.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { AppIcon, WithLogo } from '../../../ui/identity/app-logo.tsx'
import { admin } from '../../../words/admin/admin.ts'

const { grants: words } = admin

export function PersonApps({ details: { person, grants } }: { details: PersonDetails }) {
  const { me } = useAccount()
  const [ending, setEnding] = useState<Grant>()
  const canEnd = personRights(me, person).signOut
  return (
    <TableSection
      title={words.apps}
      columns={canEnd ? [...columnsFor(grants), endColumn(setEnding)] : columnsFor(grants)}
      rows={grants}
      rowKey={({ id }) => id}
      empty={words.noApps}
    >
      {ending ? (
        <EndGrantDialog
          grantId={ending.id}
          person={{ id: person.id, name: personLabel(person) }}
          app={ending.app.name}
          onClose={() => setEnding(undefined)}
        />
      ) : null}
    </TableSection>
  )
}

/** Names are indented for logos once any app has one. */
function columnsFor(grants: Grant[]): Column<Grant>[] {
  const hasLogos = grants.some(({ app }) => app.logo !== null)
  return [
    {
      key: 'app',
      label: words.app,
      render: ({ app }) => (
        <WithLogo picture={hasLogos ? <AppIcon logo={app.logo} size={32} /> : null}>
          <Link to={`/admin/apps/${app.id}`}>
            <bdi>{app.name}</bdi>
          </Link>
        </WithLogo>
      ),
    },
    { key: 'knows', label: words.scopes, render: ({ scopes }) => scopeNames(scopes) },
    { key: 'since', label: words.since, render: ({ grantedAt }) => <Timestamp at={grantedAt} /> },
    { key: 'used', label: words.lastUsed, render: ({ lastUsedAt }) => <Timestamp at={lastUsedAt} /> },
  ]
}

const endColumn = (onAct: (grant: Grant) => void): Column<Grant> =>
  actionColumn(words.actions, (grant) => (
    <Button aria-label={words.endOf(grant.app.name)} onClick={() => onAct(grant)}>
      {words.end}
    </Button>
  ))
