import { type App, type AppPerson, listAppPeople } from '@countersign/contract/routes/admin/app.ts'
import { UsersRound } from 'lucide'
import { usePages } from '../../../components/account-data.tsx'
import { EndGrantDialog, grantColumns } from '../../../components/admin/grants.tsx'
import { PagedTable } from '../../../components/admin/table.tsx'
import { personLabel } from '../../../components/person/person-label.ts'
import { PersonName } from '../../../components/person/person-name.tsx'
import { personRights } from '../../../components/person/person-rights.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import type { Column } from '../../../ui/data/data-table.tsx'
import { admin } from '../../../words/admin/admin.ts'

const { grants: words } = admin

export function AppPeople({ app }: { app: App }) {
  const { me } = useAccount()
  const pages = usePages(listAppPeople, { params: { id: app.id } })
  return (
    <section className="stack">
      <h2>{words.people}</h2>
      <PagedTable
        pages={pages}
        caption={words.people}
        columns={columns}
        rowKey={({ grantId }) => grantId}
        empty={{ icon: UsersRound, title: words.noPeople, children: words.noPeopleBody }}
        actions={[
          {
            label: words.end,
            labelOf: ({ person }) => words.endOf(personLabel(person)),
            may: ({ person }) => personRights(me, person).signOut,
            dialog: ({ grantId, person }, onClose) => (
              <EndGrantDialog grantId={grantId} person={person} app={app.name} onClose={onClose} />
            ),
          },
        ]}
      />
    </section>
  )
}

const columns: Column<AppPerson>[] = [
  { label: words.person, render: ({ person }) => <PersonName person={person} /> },
  ...grantColumns,
]
