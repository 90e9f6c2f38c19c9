import type { App } from '@countersign/contract/routes/admin/app.ts'
import { type AppPerson, listAppPeople } from '@countersign/contract/routes/admin/app-use.ts'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { usePages } from '../../../components/account-data.tsx'
import { actionColumn, scopeNames } from '../../../components/admin/columns.tsx'
import { EndGrantDialog } from '../../../components/admin/end-grant-dialog.tsx'
import { PagedTable } from '../../../components/admin/paged-table.tsx'
import { nameInSentence } from '../../../components/person/name-in-sentence.ts'
import { PersonName } from '../../../components/person/person-name.tsx'
import { rightsOver } from '../../../components/person/person-rights.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import { When } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { admin } from '../../../words/admin.ts'

const { grants: words } = admin

/** People with a grant for the app. */
export function AppPeople({ app }: { app: App }) {
  const { me } = useAccount()
  const pages = usePages(listAppPeople, { params: { id: app.id } })
  const [ending, setEnding] = useState<AppPerson>()
  const mayEnd = ({ person }: AppPerson) => rightsOver(me, person).signOut
  return (
    <section className="stack">
      <h2>{words.people}</h2>
      <PagedTable
        pages={pages}
        caption={words.people}
        columns={pages.data?.some(mayEnd) ? [...columns, endColumn(mayEnd, setEnding)] : columns}
        rowKey={({ grantId }) => grantId}
        empty={
          <EmptyState icon={UsersRound} title={words.noPeople}>
            <p>{words.noPeopleBody}</p>
          </EmptyState>
        }
      />
      {ending ? (
        <EndGrantDialog
          grantId={ending.grantId}
          person={{ id: ending.person.id, name: nameInSentence(ending.person) }}
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
    render: ({ person }) => <PersonName person={person} address={person.address} ens={person.ens} />,
  },
  { key: 'knows', label: words.scopes, render: ({ scopes }) => scopeNames(scopes) },
  { key: 'since', label: words.since, render: ({ grantedAt }) => <When at={grantedAt} /> },
  { key: 'used', label: words.lastUsed, render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
]

const endColumn = (mayEnd: (row: AppPerson) => boolean, onAct: (row: AppPerson) => void): Column<AppPerson> =>
  actionColumn(words.actions, (row) =>
    mayEnd(row) ? (
      <Button aria-label={words.endOf(nameInSentence(row.person))} onClick={() => onAct(row)}>
        {words.end}
      </Button>
    ) : null,
  )
