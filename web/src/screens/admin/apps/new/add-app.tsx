import { mayDo } from '@countersign/contract/permission.ts'
import { presets } from '@countersign/contract/preset.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { type App, createApp, listApps, type Preset } from '@countersign/contract/routes/admin/app.ts'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../../../components/account-data.tsx'
import { oneOf } from '../../../../components/admin/filters.ts'
import { Refused } from '../../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../../components/not-found.tsx'
import { ScreenHead } from '../../../../components/screen-head.tsx'
import { useAccount } from '../../../../components/use-signed-in.ts'
import { AskBeforeLeaving } from '../../../../forms/leave-guard.tsx'
import { untouched } from '../../../../forms/untouched.ts'
import { Link, useQuery } from '../../../../page/history.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useRefusedField } from '../../../../ui/use-refused-field.ts'
import { apps as words } from '../../../../words/admin.ts'
import { AppSetup } from '../app-setup.tsx'
import { PresetLinks } from '../preset-links.tsx'
import { AddAppFields } from './add-app-fields.tsx'
import { BehindHost } from './behind-host.tsx'
import { bodyOf, emptyApp, type NewApp, type NewAppRefusals, refusalsOf, serverRefusals } from './new-app.ts'
import '../apps.css'

const ALL = Object.keys(presets) as Preset[] // the keys of a const object are its key type
const STEPS = 3
const crumbs = [{ label: words.title, to: '/admin/apps' }]

type Made = AnswerOf<typeof createApp>

/** Which software, where it is, and what to enter there. The software is in the address, so going back chooses anew. */
export function AddAppScreen() {
  const { me } = useAccount()
  const software = oneOf(useQuery('software'), ALL)
  const [made, setMade] = useState<Made>()
  if (!mayDo(me.role, 'apps')) return <NotFoundScreen />
  if (made) return <Result made={made} />
  return software ? <Where key={software} software={software} onMade={setMade} /> : <Which />
}

function Which() {
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
      <ScreenHead title={title} screen={words.addTitle} lead={lead} crumbs={crumbs} />
      <p className="small soft">{words.step(step, STEPS)}</p>
    </div>
  )
}

function Where({ software, onMade }: { software: Preset; onMade: (made: Made) => void }) {
  const add = useAct(createApp, { refreshes: [listApps] })
  const [draft, setDraft] = useState(() => emptyApp(software))
  const [refusals, setRefusals] = useState<NewAppRefusals>({})
  const { form, submitted } = useRefusedField()
  const change = (next: Partial<NewApp>) => {
    setDraft({ ...draft, ...next })
    setRefusals(untouched(refusals, next))
    if (!add.isPending) add.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    submitted()
    const found = refusalsOf(draft)
    setRefusals(found)
    if (Object.keys(found).length > 0) return
    add.mutate({ body: bodyOf(draft) }, { onSuccess: onMade, onError: (error) => setRefusals(serverRefusals(error)) })
  }
  const atField = Object.keys(refusals).length > 0
  const named = software !== 'spa' && software !== 'other'
  return (
    <div className="stack stack-wide app-form">
      <Step step={2} title={named ? words.whereTitle(words.presets[software].name) : words.whereTitleOwn} />
      {presets[software].pkce === 'lacks' ? <BehindHost /> : null}
      <form ref={form} className="sheet app-sheet stack" onSubmit={submit} noValidate>
        <AddAppFields draft={draft} refusals={refusals} change={change} />
        {add.error && !atField ? <Refused error={add.error} /> : null}
        {add.error && atField ? (
          <Notice tone="bad">
            <p>{words.nothingAdded}</p>
          </Notice>
        ) : null}
        <div className="row">
          <Button look="primary" type="submit" aria-disabled={add.isPending || undefined}>
            {words.create}
          </Button>
          <Link to="/admin/apps/new" className="text-link">
            {words.back}
          </Link>
        </div>
      </form>
    </div>
  )
}

/** The secret is on this page alone, so leaving it by accident asks first. */
function Result({ made: { app, secret } }: { made: Made }) {
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
      <AskBeforeLeaving active={secret !== null} title={words.leaveTitle} body={words.leaveBody} />
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
