import { type App, getApp, previewClaims, updateApp } from '@countersign/contract/routes/admin/app.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { useState } from 'react'
import { useAct, useAnswer, useRefresh } from '../../../components/account-data.tsx'
import { AccessChoice, useGroupNames } from '../../../components/admin/access-choice.tsx'
import { type AccessDraft, accessBody, accessRefusal } from '../../../components/admin/access-values.ts'
import { ClaimList } from '../../../components/admin/claim-list.tsx'
import { Loaded, Refused } from '../../../components/loaded.tsx'
import { nameInSentence } from '../../../components/person/name-in-sentence.ts'
import { PersonFacts } from '../../../components/person/person-facts.tsx'
import { PersonSearch } from '../../../components/person/person-search.tsx'
import { ChangedMeanwhile, isConflict } from '../../../forms/conflict-notice.tsx'
import { AskBeforeLeaving } from '../../../forms/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { announce } from '../../../ui/live.ts'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { access as accessWords, groups, app as words } from '../../../words/admin.ts'
import '../../../components/admin/admin.css'

export function AppAccess({ app, locked }: { app: App; locked: boolean }) {
  return (
    <>
      <Groups app={app} locked={locked} />
      <Preview app={app} />
    </>
  )
}

function Groups({ app, locked }: { app: App; locked: boolean }) {
  const [draft, setDraft] = useState<AccessDraft>()
  const [refusal, setRefusal] = useState<string>()
  const save = useAct(updateApp, { refreshes: [getApp] })
  const refresh = useRefresh()
  const now = useGroupNames(app.groupIds)
  const chosen = draft ?? { access: app.access, groupIds: app.groupIds }
  const change = (next: AccessDraft | undefined) => {
    setDraft(next)
    setRefusal(undefined)
  }
  const run = () => {
    const found = accessRefusal(chosen)
    setRefusal(found)
    if (found) return announce(found, 'assertive')
    save.mutate(
      { params: { id: app.id }, version: app.version, body: accessBody(chosen) },
      {
        onSuccess: () => {
          setDraft(undefined)
          showToast(words.accessSaved)
        },
        onError: (error) => isConflict(error) && void refresh(getApp),
      },
    )
  }
  const busy = save.isPending || draft === undefined
  return (
    <section className="sheet app-sheet stack">
      <h2>{words.access}</h2>
      <AccessChoice value={chosen} refusal={refusal} onChange={change} locked={locked} />
      <ChangedMeanwhile error={save.error}>
        {app.access === 'everyone' ? accessWords.everyone : now.join(', ')}
      </ChangedMeanwhile>
      {save.error && !isConflict(save.error) ? <Refused error={save.error} /> : null}
      {locked ? null : (
        <div className="row">
          <Button look="primary" aria-disabled={busy || undefined} onClick={busy ? undefined : run}>
            {words.save}
          </Button>
          {draft ? <Button onClick={() => change(undefined)}>{words.discard}</Button> : null}
        </div>
      )}
      <AskBeforeLeaving active={draft !== undefined} />
    </section>
  )
}

function Preview({ app }: { app: App }) {
  const [person, setPerson] = useState<PersonItem>()
  const choose = (found: PersonItem) => (
    <Button
      aria-label={groups.people.chooseOf(nameInSentence(found))}
      aria-pressed={person?.id === found.id}
      onClick={() => setPerson(found)}
    >
      {groups.people.choose}
    </Button>
  )
  return (
    <section className="sheet app-sheet stack">
      <h2>{words.preview}</h2>
      <p className="soft">{words.previewNote}</p>
      <PersonSearch act={choose} />
      {person ? <Claims key={person.id} app={app} person={person} /> : <p className="soft">{words.previewEmpty}</p>}
    </section>
  )
}

function Claims({ app, person }: { app: App; person: PersonItem }) {
  const answer = useAnswer(previewClaims, { params: { id: app.id }, query: { person: person.id } })
  return (
    <div className="stack stack-close" aria-live="polite">
      <h3>{words.previewOf}</h3>
      <PersonFacts person={person} />
      <Loaded answer={answer} lines={4}>
        {({ allowed, claims }) => (
          <>
            {allowed ? null : (
              <Notice tone="warn">
                <p>{words.mayNot}</p>
              </Notice>
            )}
            <ClaimList claims={claims} />
          </>
        )}
      </Loaded>
    </div>
  )
}
