import { mayDo } from '@countersign/contract/permission.ts'
import { presets } from '@countersign/contract/preset.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { type App, createApp, listApps, type Preset } from '@countersign/contract/routes/admin/app.ts'
import { useState } from 'react'
import { oneOf } from '../../../../components/admin/filters.ts'
import { useSave } from '../../../../components/form/use-save.ts'
import { Refused } from '../../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../../components/not-found.tsx'
import { ScreenHead } from '../../../../components/screen-head.tsx'
import { useAccount } from '../../../../components/use-signed-in.ts'
import { firstError } from '../../../../forms/form.ts'
import { LeaveGuard } from '../../../../forms/leave-guard.tsx'
import { useForm } from '../../../../forms/use-form.ts'
import { Link, useQuery } from '../../../../page/history.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { apps as words } from '../../../../words/admin-apps.ts'
import { AppSetup } from '../app-setup.tsx'
import { PresetLinks } from '../preset-links.tsx'
import { AddAppFields } from './add-app-fields.tsx'
import { BehindHost } from './behind-host.tsx'
import { emptyApp, newAppBody, newAppServerErrors, validateNewApp } from './new-app.ts'
import '../apps.css'

const ALL = Object.keys(presets) as Preset[] // the keys of a const object are its key type
const STEPS = 3
const crumbs = [{ label: words.title, to: '/admin/apps' }]

type Created = AnswerOf<typeof createApp>

/** Three steps: choose the software, configure it, and copy its settings. The software is in the URL. */
export function AddAppScreen() {
  const { me } = useAccount()
  const software = oneOf(useQuery('software'), ALL)
  const [created, setCreated] = useState<Created>()
  if (!mayDo(me.role, 'apps')) return <NotFoundScreen />
  if (created) return <Result created={created} />
  return software ? <Configure key={software} software={software} onCreated={setCreated} /> : <ChooseSoftware />
}

function ChooseSoftware() {
  return (
    <div className="stack stack-wide">
      <Step step={1} title={words.whichTitle} lead={words.whichLead} />
      <PresetLinks presets={ALL} />
    </div>
  )
}

type StepProps = { step: number; title: string; lead?: string }

function Step({ step, title, lead }: StepProps) {
  return (
    <div className="stack stack-close">
      <ScreenHead title={title} screen={words.add} lead={lead} crumbs={crumbs} />
      <p className="small soft">{words.step(step, STEPS)}</p>
    </div>
  )
}

function Configure({ software, onCreated }: { software: Preset; onCreated: (created: Created) => void }) {
  const form = useForm({
    saved: { values: emptyApp(software) },
    validate: validateNewApp,
    serverErrors: newAppServerErrors,
    save: useSave(createApp, { refreshes: [listApps] }),
    body: newAppBody,
    onSaved: onCreated,
  })
  const { failure, errors, pending } = form
  const named = software !== 'spa' && software !== 'other'
  return (
    <div className="stack stack-wide app-form">
      <Step step={2} title={named ? words.whereTitle(words.presets[software].name) : words.whereTitleOwn} />
      {presets[software].pkce === 'lacks' ? <BehindHost /> : null}
      <form ref={form.ref} className="sheet sheet-roomy stack" onSubmit={form.submit} noValidate>
        <AddAppFields form={form} />
        {failure && !firstError(errors) ? <Refused error={failure} /> : null}
        {failure && firstError(errors) ? (
          <Notice tone="bad">
            <p>{words.nothingAdded}</p>
          </Notice>
        ) : null}
        <div className="row">
          <Button look="primary" type="submit" aria-disabled={pending || undefined}>
            {words.add}
          </Button>
          <Link to="/admin/apps/new" className="text-link">
            {words.back}
          </Link>
        </div>
      </form>
    </div>
  )
}

/** The secret is shown here only, so leaving has to be confirmed. */
function Result({ created: { app, secret } }: { created: Created }) {
  return (
    <div className="stack stack-wide">
      <Step step={3} title={words.doneTitle(app.name)} lead={words.doneLead} />
      {secret === null ? null : (
        <Notice tone="warn">
          <p>{words.secretOnce}</p>
        </Notice>
      )}
      <AppSetup app={app} secret={secret} />
      <Next app={app} />
      <LeaveGuard active={secret !== null} title={words.leaveTitle} body={words.leaveBody} />
    </div>
  )
}

function Next({ app: { id } }: { app: App }) {
  return (
    <div className="row">
      <Link to={`/admin/apps/${id}`} className="button primary" data-leaves>
        <span>{words.toApp}</span>
      </Link>
      <span className="soft">{words.tryIt}</span>
    </div>
  )
}
