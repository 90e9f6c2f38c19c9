import { type App, getApp, previewClaims, updateApp } from '@countersign/contract/routes/admin/app.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { useState } from 'react'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { AccessChoice, useGroupNames } from '../../../components/admin/access-choice.tsx'
import { type AccessValues, accessBody, accessError } from '../../../components/admin/access-values.ts'
import { ClaimList } from '../../../components/admin/claim-list.tsx'
import { PageForm } from '../../../components/form/page-form.tsx'
import { useSave } from '../../../components/form/use-save.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { personLabel } from '../../../components/person/person-label.ts'
import { PersonFacts } from '../../../components/person/person-name.tsx'
import { PersonSearch } from '../../../components/person/person-search.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { access as accessWords } from '../../../words/admin.ts'
import { app as words } from '../../../words/admin-app.ts'
import { groups } from '../../../words/admin-groups.ts'
import '../../../components/admin/admin.css'

type AppAccessProps = { app: App; locked: boolean }

export function AppAccess({ app, locked }: AppAccessProps) {
  return (
    <>
      <AccessForm app={app} locked={locked} />
      <Preview app={app} />
    </>
  )
}

function AccessForm({ app, locked }: AppAccessProps) {
  const groupNames = useGroupNames(app.groupIds)
  const form = useForm({
    saved: { values: { access: { access: app.access, groupIds: app.groupIds } as AccessValues }, version: app.version },
    locked,
    validate: ({ access }) => accessError(access),
    save: useSave(updateApp, { params: { id: app.id }, refreshes: [getApp] }),
    body: ({ access }) => accessBody(access),
    onSaved: () => showToast(words.accessSaved),
  })
  const current = app.access === 'everyone' ? accessWords.everyone : groupNames.join(', ')
  return (
    <PageForm form={form} current={[current]}>
      <section className="sheet sheet-roomy stack">
        <h2>{words.access}</h2>
        <AccessChoice {...form.choice('access')} />
      </section>
    </PageForm>
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
