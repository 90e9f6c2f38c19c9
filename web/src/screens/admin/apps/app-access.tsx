import * as routes from '@countersign/contract/routes/admin/app.ts'
import { listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { UsersRound } from 'lucide'
import { useState } from 'react'
import { usePages, useRouteQuery } from '../../../components/account-data.tsx'
import { ClaimList } from '../../../components/admin/claim-list.tsx'
import { EndGrantDialog, grantColumns } from '../../../components/admin/grants.tsx'
import { PagedTable } from '../../../components/admin/table.tsx'
import { AccessForm } from '../../../components/item/access-form.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { PersonFacts, PersonName, personLabel } from '../../../components/person/person-name.tsx'
import { personRights } from '../../../components/person/person-rights.ts'
import { PersonSearch } from '../../../components/person/person-search.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { grants } from '../../../words/admin/admin.ts'
import { app as words } from '../../../words/admin/app.ts'
import { groups } from '../../../words/admin/groups.ts'
import '../../../components/admin/admin.css'

export function AppAccess({ app, locked }: { app: routes.App; locked: boolean }) {
  return (
    <>
      <AccessForm item={app} route={routes.updateApp} refreshes={[routes.getApp, listGroupUses]} locked={locked} />
      <Preview app={app} />
    </>
  )
}

function Preview({ app }: { app: routes.App }) {
  const [person, setPerson] = useState<PersonItem>()
  const choose = (found: PersonItem) => (
    <Button
      aria-label={groups.people.chooseOf(personLabel(found))}
      aria-pressed={person?.id === found.id}
      onClick={() => setPerson(found)}
    >
      {groups.people.choose}
    </Button>
  )
  return (
    <section className="sheet sheet-roomy stack">
      <h2>{words.preview}</h2>
      <p className="soft">{words.previewNote}</p>
      <PersonSearch renderAction={choose} />
      {person ? <Claims key={person.id} app={app} person={person} /> : <p className="soft">{words.previewEmpty}</p>}
    </section>
  )
}

function Claims({ app, person }: { app: routes.App; person: PersonItem }) {
  const answer = useRouteQuery(routes.previewClaims, { params: { id: app.id }, query: { person: person.id } })
  return (
    <div className="stack stack-close" aria-live="polite">
      <h3>{words.claims}</h3>
      <PersonFacts person={person} />
      <Loaded answer={answer} lines={4}>
        {({ allowed, claims }) => (
          <>
            {allowed ? null : <Notice tone="warn">{words.noAccess}</Notice>}
            <ClaimList claims={claims} />
          </>
        )}
      </Loaded>
    </div>
  )
}

export function AppPeople({ app }: { app: routes.App }) {
  const { me } = useAccount()
  return (
    <section className="stack">
      <h2>{grants.people}</h2>
      <PagedTable
        pages={usePages(routes.listAppPeople, { params: { id: app.id } })}
        caption={grants.people}
        columns={columns}
        rowKey={({ grantId }) => grantId}
        empty={{ icon: UsersRound, title: grants.noPeople, children: grants.noPeopleBody }}
        actions={[
          {
            label: grants.end,
            labelOf: ({ person }) => grants.endOf(personLabel(person)),
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

const columns: Column<routes.AppPerson>[] = [
  { label: grants.person, render: ({ person }) => <PersonName person={person} /> },
  ...grantColumns,
]
