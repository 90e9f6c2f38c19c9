import { type App, type AppPerson, listAppPeople } from '@countersign/contract/routes/admin/app.ts'
import { UsersRound } from 'lucide'
import { useState } from 'react'
import { usePages } from '../../../components/account-data.tsx'
import { actionColumn, scopeNames } from '../../../components/admin/columns.tsx'
import { EndGrantDialog } from '../../../components/admin/end-grant-dialog.tsx'
import { PagedTable } from '../../../components/admin/paged-table.tsx'
import { personLabel } from '../../../components/person/person-label.ts'
import { PersonName } from '../../../components/person/person-name.tsx'
import { personRights } from '../../../components/person/person-rights.ts'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { admin } from '../../../words/admin/admin.ts'

const { grants: words } = admin

export function AppPeople({ app }: { app: App }) {
  const { me } = useAccount()
  const pages = usePages(listAppPeople, { params: { id: app.id } })
  const [ending, setEnding] = useState<AppPerson>()
  const mayEnd = ({ person }: AppPerson) => personRights(me, person).signOut
  return (
    <section className="stack">
      <h2>{words.people}</h2>
      <PagedTable
        pages={pages}
        caption={words.people}
        columns={pages.data?.some(mayEnd) ? [...columns, endColumn(mayEnd, setEnding)] : columns}
        rowKey={({ grantId }) => grantId}
        empty={{ icon: UsersRound, title: words.noPeople, children: words.noPeopleBody }}
      />
      {ending ? (
        <EndGrantDialog
          grantId={ending.grantId}
          person={{ id: ending.person.id, name: personLabel(ending.person) }}
          app={app.name}
          onClose={() => setEnding(undefined)}
        />
      ) : null}
    </section>
  )
}

const columns: Column<AppPerson>[] = [
  {
    key: 'name',
    label: words.person,
    render: ({ person }) => <PersonName person={person} />,
  },
  { key: 'knows', label: words.scopes, render: ({ scopes }) => scopeNames(scopes) },
  { key: 'since', label: words.since, render: ({ grantedAt }) => <Timestamp at={grantedAt} /> },
  { key: 'used', label: words.lastUsed, render: ({ lastUsedAt }) => <Timestamp at={lastUsedAt} /> },
]

const endColumn = (mayEnd: (row: AppPerson) => boolean, onAct: (row: AppPerson) => void): Column<AppPerson> =>
  actionColumn(words.actions, (row) =>
    mayEnd(row) ? (
      <Button aria-label={words.endOf(personLabel(row.person))} onClick={() => onAct(row)}>
        {words.end}
      </Button>
    ) : null,
  )
