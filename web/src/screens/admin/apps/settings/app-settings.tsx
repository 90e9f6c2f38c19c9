import { type App, getApp, listApps, updateApp } from '@countersign/contract/routes/admin/app.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAct, useRefresh } from '../../../../components/account-data.tsx'
import { Refused } from '../../../../components/loaded.tsx'
import { ChangedMeanwhile, isConflict } from '../../../../forms/conflict-notice.tsx'
import { AskBeforeLeaving } from '../../../../forms/leave-guard.tsx'
import { untouched } from '../../../../forms/untouched.ts'
import { navigate } from '../../../../page/history.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { useRefusedField } from '../../../../ui/use-refused-field.ts'
import { app as words } from '../../../../words/admin.ts'
import { Advanced } from './app-advanced.tsx'
import { Asking, Basics, Knows } from './app-fields.tsx'
import {
  type AppDraft,
  type AppRefusals,
  changeOf,
  fieldsNow,
  isSwitched,
  refusalsOf,
  serverRefusals,
  valuesOf,
} from './app-values.ts'
import { Proof, SwitchDialog } from './client-authentication.tsx'
import '../../../../forms/form.css'

/** Only what was touched is a draft: what somebody else saves meanwhile shows through everywhere else. */
export function AppSettings({ app, locked }: { app: App; locked: boolean }) {
  const [draft, setDraft] = useState<AppDraft>({})
  const [refusals, setRefusals] = useState<AppRefusals>({})
  const [asking, setAsking] = useState(false)
  const saved = () => {
    setDraft({})
    // The secret that it has to have now is made there.
    if (isSwitched(draft, app) && app.jwks !== null) navigate(`/admin/apps/${app.id}?part=setup`)
  }
  const { save, update } = useSave({ app, draft, onSaved: saved, onRefused: setRefusals })
  const { form, submitted } = useRefusedField()
  const change = (next: AppDraft) => {
    setDraft({ ...draft, ...next })
    setRefusals(untouched(refusals, next))
    // What the server refused was what is now being changed; what somebody else did stays to be read.
    if (update.error && !isConflict(update.error)) update.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (locked || update.isPending) return
    submitted()
    const found = refusalsOf(draft, app)
    setRefusals(found)
    if (Object.keys(found).length > 0 || Object.keys(draft).length === 0) return
    if (isSwitched(draft, app)) setAsking(true)
    else save()
  }
  const parts = { app, values: valuesOf(app, draft), change, refusals, locked }
  const atField = Object.keys(refusals).length > 0
  const changed = Object.keys(draft).length > 0
  return (
    <>
      <form ref={form} className="stack stack-wide settings" onSubmit={submit} noValidate>
        <Basics {...parts} />
        <Knows {...parts} />
        <Asking {...parts} />
        <Proof {...parts} />
        <Advanced {...parts} />
        {locked ? null : (
          <SaveBar
            changed={changed}
            busy={update.isPending}
            onDiscard={() => {
              setDraft({})
              setRefusals({})
              update.reset()
            }}
          >
            <ChangedMeanwhile error={update.error}>
              {fieldsNow(app, draft).map((line) => (
                <strong key={line} className="settings-now">
                  {line}
                </strong>
              ))}
            </ChangedMeanwhile>
            {atField ? (
              <Notice tone="bad">
                <p>{words.lookAtFields}</p>
              </Notice>
            ) : null}
            {update.error && !atField && !isConflict(update.error) ? <Refused error={update.error} /> : null}
          </SaveBar>
        )}
      </form>
      <AskBeforeLeaving active={changed} />
      {asking ? (
        <SwitchDialog
          app={app}
          onAct={() => {
            setAsking(false)
            save()
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

type SaveBarProps = { changed: boolean; busy: boolean; onDiscard: () => void; children: ReactNode }

/** What became of saving stands where it was asked for: on a long page that is the only place in sight. */
function SaveBar({ changed, busy, onDiscard, children }: SaveBarProps) {
  return (
    <div className="settings-save" data-changed={changed || undefined}>
      {children}
      <Button look="primary" type="submit" aria-disabled={!changed || busy || undefined}>
        {words.save}
      </Button>
      {changed ? <Button onClick={onDiscard}>{words.discard}</Button> : null}
      {changed ? <span className="small soft">{words.unsaved}</span> : null}
    </div>
  )
}

type Saving = { app: App; draft: AppDraft; onSaved: () => void; onRefused: (refusals: AppRefusals) => void }

function useSave({ app, draft, onSaved, onRefused }: Saving) {
  const update = useAct(updateApp, { refreshes: [getApp, listApps] })
  const refresh = useRefresh()
  const save = () => {
    update.mutate(
      { params: { id: app.id }, version: app.version, body: changeOf(draft) },
      {
        onSuccess: () => {
          onSaved()
          showToast(words.saved)
        },
        onError(error) {
          onRefused(serverRefusals(error))
          if (isConflict(error)) void refresh(getApp)
        },
      },
    )
  }
  return { save, update }
}
