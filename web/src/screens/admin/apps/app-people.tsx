import type { App } from '@countersign/contract/routes/admin/app.ts'
import { type AppPerson, listAppPeople } from '@countersign/contract/routes/admin/app-use.ts'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { usePages } from '../../../components/account-data.tsx'
import { EndGrantDialog } from '../../../components/admin/end-grant-dialog.tsx'
import { More } from '../../../components/admin/paged-table.tsx'
import { scopeNames } from '../../../components/admin/scope-names.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { nameInSentence } from '../../../components/person/name-in-sentence.ts'
import { PersonName } from '../../../components/person/person-name.tsx'
import { rightsOver } from '../../../components/person/person-rights.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import { When } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { admin } from '../../../words/admin.ts'

const { grants: words } = admin

/** Who allowed the app to know them. */
export function AppPeople({ app }: { app: App }) {
  const { me } = useAccount()
  const pages = usePages(listAppPeople, { params: { id: app.id } })
  const [ending, setEnding] = useState<AppPerson>()
  const mayEnd = ({ person }: AppPerson) => rightsOver(me, person).signOut
  return (
    <section className="stack">
      <h2>{words.people}</h2>
      <Loaded answer={pages} lines={6}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={UsersRound} title={words.noPeople}>
              <p>{words.noPeopleBody}</p>
            </EmptyState>
          ) : (
            <>
              <DataTable
                caption={words.people}
                columns={rows.some(mayEnd) ? [...columns, endColumn(mayEnd, setEnding)] : columns}
                rows={rows}
                rowKey={({ grantId }) => grantId}
              />
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
      {ending ? (
        <EndGrantDialog
          ending={{ ...ending, person: { id: ending.person.id, name: nameInSentence(ending.person) }, app: app.name }}
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
  { key: 'knows', label: words.knows, render: ({ scopes }) => scopeNames(scopes) },
  { key: 'since', label: words.since, render: ({ grantedAt }) => <When at={grantedAt} /> },
  { key: 'used', label: words.lastUsed, render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
]

function endColumn(mayEnd: (row: AppPerson) => boolean, onAct: (row: AppPerson) => void): Column<AppPerson> {
  return {
    key: 'act',
    label: words.act,
    hideLabel: true,
    align: 'end',
    render: (row) =>
      mayEnd(row) ? (
        <Button aria-label={words.endOfPerson(nameInSentence(row.person))} onClick={() => onAct(row)}>
          {words.end}
        </Button>
      ) : null,
  }
}
