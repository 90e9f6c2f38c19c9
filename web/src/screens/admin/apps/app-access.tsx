import { type App, getApp, previewClaims, updateApp } from '@countersign/contract/app.ts'
import type { PersonItem } from '@countersign/contract/people.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { groups, app as words } from '../../../words/admin.ts'
import { useAct, useAnswer, useRefresh } from '../../account/data.tsx'
import { Loaded, Refused } from '../../account/loaded.tsx'
import { AskBeforeLeaving } from '../ask-before-leaving.tsx'
import { ChangedMeanwhile, isConflict } from '../changed-meanwhile.tsx'
import { GroupChoice, useGroupNames } from '../group-choice.tsx'
import { nameInSentence } from '../name-in-sentence.ts'
import { PersonFacts } from '../person-facts.tsx'
import { PersonSearch } from '../person-search.tsx'
import { ClaimList } from './claim-list.tsx'
import '../admin.css'

export function AppAccess({ app, locked }: { app: App; locked: boolean }) {
  return (
    <>
      <Groups app={app} locked={locked} />
      <Preview app={app} />
    </>
  )
}

function Groups({ app, locked }: { app: App; locked: boolean }) {
  const [draft, setDraft] = useState<string[]>()
  const save = useAct(updateApp, { refreshes: [getApp] })
  const refresh = useRefresh()
  const now = useGroupNames(app.groupIds)
  const chosen = draft ?? app.groupIds
  const run = () =>
    save.mutate(
      { params: { id: app.id }, version: app.version, body: { groupIds: chosen } },
      {
        onSuccess: () => {
          setDraft(undefined)
          showToast(words.accessSaved)
        },
        onError: (error) => isConflict(error) && void refresh(getApp),
      },
    )
  const busy = save.isPending || draft === undefined
  return (
    <section className="sheet app-sheet stack">
      <h2>{words.access}</h2>
      <p className="soft">{words.accessNote}</p>
      <GroupChoice label={groups.choose} chosen={chosen} onChoose={setDraft} locked={locked} />
      <ChangedMeanwhile error={save.error}>{now.join(', ') || words.everyone}</ChangedMeanwhile>
      {save.error && !isConflict(save.error) ? <Refused error={save.error} /> : null}
      {locked ? null : (
        <div className="row">
          <Button look="primary" aria-disabled={busy || undefined} onClick={busy ? undefined : run}>
            {words.save}
          </Button>
          {draft ? <Button onClick={() => setDraft(undefined)}>{words.discard}</Button> : null}
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
