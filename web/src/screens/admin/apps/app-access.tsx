import { type App, getApp, previewClaims, updateApp } from '@countersign/contract/routes/admin/app.ts'
import { listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { useState } from 'react'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { ClaimList } from '../../../components/admin/claim-list.tsx'
import { AccessForm } from '../../../components/item/access-form.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { personLabel } from '../../../components/person/person-label.ts'
import { PersonFacts } from '../../../components/person/person-name.tsx'
import { PersonSearch } from '../../../components/person/person-search.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { app as words } from '../../../words/admin/app.ts'
import { groups } from '../../../words/admin/groups.ts'
import '../../../components/admin/admin.css'

export function AppAccess({ app, locked }: { app: App; locked: boolean }) {
  return (
    <>
      <AccessForm item={app} route={updateApp} refreshes={[getApp, listGroupUses]} locked={locked} />
      <Preview app={app} />
    </>
  )
}

function Preview({ app }: { app: App }) {
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

function Claims({ app, person }: { app: App; person: PersonItem }) {
  const answer = useRouteQuery(previewClaims, { params: { id: app.id }, query: { person: person.id } })
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
