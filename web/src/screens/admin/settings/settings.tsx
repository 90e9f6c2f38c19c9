import { mayDo } from '@countersign/contract/permission.ts'
import { getSettings, type Settings, updateSettings } from '@countersign/contract/routes/admin/settings.ts'
import { type FormEvent, useState } from 'react'
import { useAct, useAnswer, useRefresh } from '../../../components/account-data.tsx'
import { Loaded, Refused } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { ChangedMeanwhile, isConflict } from '../../../forms/conflict-notice.tsx'
import { AskBeforeLeaving } from '../../../forms/leave-guard.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { announce } from '../../../ui/live.ts'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { site } from '../../../words/admin.ts'
import { Identity, Kept, Look, Registration, Times } from './settings-fields.tsx'
import {
  changeOf,
  type Draft,
  fieldsOf,
  fieldWords,
  type Refusals,
  refusalsOf,
  serverRefusals,
} from './settings-values.ts'
import { SmartAccounts } from './smart-account-fields.tsx'
import '../../../forms/form.css'

const { settings: words } = site

export function SettingsScreen() {
  const { me } = useAccount()
  const answer = useAnswer(getSettings)
  const locked = !mayDo(me.role, 'settings.write')
  return (
    <div className="stack stack-wide settings">
      <ScreenHead title={words.title} lead={words.lead} />
      {locked ? (
        <Notice>
          <p>{words.readOnly}</p>
        </Notice>
      ) : null}
      <Loaded answer={answer} lines={10}>
        {(settings) => (
          <>
            <Stale settings={settings} />
            <SettingsForm settings={settings} locked={locked} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The page was served with what was decided before. */
function Stale({ settings: { name, accent, logo } }: { settings: Settings }) {
  const served = usePage().boot.public
  if (served.name === name && served.accent === accent && served.logo === logo) return null
  return (
    <Notice tone="good" actions={<Button onClick={() => location.reload()}>{words.reload}</Button>}>
      <p>{words.reloadNote}</p>
    </Notice>
  )
}

/** Only what was touched is a draft: what somebody else saves meanwhile shows through everywhere else. */
function SettingsForm({ settings, locked }: { settings: Settings; locked: boolean }) {
  const [draft, setDraft] = useState<Draft>({})
  const [refusals, setRefusals] = useState<Refusals>({})
  const { save, update } = useSave({ settings, draft, onSaved: () => setDraft({}), onRefused: setRefusals })
  const change = (next: Draft) => {
    setDraft({ ...draft, ...next })
    setRefusals({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!locked && !update.isPending) save()
  }
  const changed = Object.keys(draft).length > 0
  const parts = { values: { ...fieldsOf(settings), ...draft }, change, refusals, locked }
  return (
    <>
      <form className="stack stack-wide" onSubmit={submit} noValidate>
        <Identity {...parts} />
        <Look {...parts} settings={settings} />
        <Registration {...parts} />
        <Times {...parts} />
        <Kept {...parts} />
        <SmartAccounts {...parts} />
        <ChangedMeanwhile error={update.error}>
          {fieldWords(settings, Object.keys(draft)).map((line) => (
            <strong key={line} className="settings-now">
              {line}
            </strong>
          ))}
        </ChangedMeanwhile>
        {update.error && !isConflict(update.error) ? <Refused error={update.error} /> : null}
        {locked ? null : (
          <div className="settings-save" data-changed={changed || undefined}>
            <Button look="primary" type="submit" aria-disabled={!changed || update.isPending || undefined}>
              {words.save}
            </Button>
            {changed ? (
              <Button
                onClick={() => {
                  setDraft({})
                  setRefusals({})
                }}
              >
                {words.discard}
              </Button>
            ) : null}
            {changed ? <span className="small soft">{words.unsaved}</span> : null}
          </div>
        )}
      </form>
      <AskBeforeLeaving active={changed} />
    </>
  )
}

type Saving = { settings: Settings; draft: Draft; onSaved: () => void; onRefused: (refusals: Refusals) => void }

function useSave({ settings, draft, onSaved, onRefused }: Saving) {
  const update = useAct(updateSettings, { refreshes: [getSettings] })
  const refresh = useRefresh()
  const save = () => {
    const found = refusalsOf(draft)
    onRefused(found)
    const first = Object.values(found)[0]
    if (first) return announce(first, 'assertive')
    if (Object.keys(draft).length === 0) return
    update.mutate(
      { body: changeOf(draft), version: settings.version },
      {
        onSuccess: () => {
          onSaved()
          showToast(words.saved)
        },
        onError(error) {
          onRefused(serverRefusals(error, draft))
          if (isConflict(error)) void refresh(getSettings)
        },
      },
    )
  }
  return { save, update }
}
