import { presets } from '@countersign/contract/app/preset.ts'
import { APP_NAME_MAX, APP_URI_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { createApp, listApps, type Preset } from '@countersign/contract/routes/admin/app.ts'
import { ChevronRight } from 'lucide'
import { useState } from 'react'
import settings from '../../../../../../examples/gitea/app.ini?raw'
import { useSave } from '../../../../components/account-data.tsx'
import { AccessChoice } from '../../../../components/admin/access-choice.tsx'
import { oneOf, optionsOf } from '../../../../components/admin/options.ts'
import { giteaHelp } from '../../../../components/help/admin-help.ts'
import { DocumentationLink } from '../../../../components/help/documentation-link.tsx'
import { ErrorNotice } from '../../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../../components/not-found.tsx'
import { ScreenHead } from '../../../../components/screen-head.tsx'
import { useMay } from '../../../../components/use-signed-in.ts'
import { firstError } from '../../../../forms/form.ts'
import { LeaveGuard } from '../../../../forms/leave-guard.tsx'
import { type Form, MONOSPACED, useForm } from '../../../../forms/use-form.ts'
import { Link, useQuery } from '../../../../page/history.tsx'
import { LinkButton } from '../../../../page/link-button.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Disclosure } from '../../../../ui/controls/disclosure.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { Select } from '../../../../ui/controls/select.tsx'
import { CodeBlock } from '../../../../ui/data/code-block.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { WithCode } from '../../../../ui/with-code.tsx'
import { copyWords, apps as words } from '../../../../words/admin/apps.ts'
import { hosts } from '../../../../words/admin/hosts.ts'
import { AllowHttp } from '../allow-http.tsx'
import { AppSetup } from '../app-setup.tsx'
import {
  emptyApp,
  hasDefaultRedirect,
  type NewApp,
  newAppForm,
  postLogoutOf,
  redirectOf,
  wantsHttp,
} from './new-app.ts'
import '../apps.css'
import '../../../../components/admin/admin.css'

const STEPS = 3
const ALL_PRESETS = Object.keys(presets) as Preset[] // the keys of a const object are its key type
const crumbs = [{ label: words.title, to: '/admin/apps' }]

type Created = AnswerOf<typeof createApp>

/** The chosen software is in the URL; the other steps are state. */
export function AddAppScreen() {
  const mayAdd = useMay('apps')
  const software = oneOf(useQuery('software'), ALL_PRESETS)
  const [created, setCreated] = useState<Created>()
  if (!mayAdd) return <NotFoundScreen />
  if (created) return <Result created={created} />
  return software ? <Configure key={software} software={software} onCreated={setCreated} /> : <ChooseSoftware />
}

function ChooseSoftware() {
  return (
    <div className="stack stack-wide">
      <Step step={1} title={words.whichTitle} lead={words.whichLead} />
      <ul className="presets">
        {ALL_PRESETS.map((preset) => (
          <li key={preset}>
            <Link to={`/admin/apps/new?software=${preset}`} className="preset surface">
              <span>
                <span className="preset-name medium">{words.presets[preset].name}</span>
                <span className="small soft">{words.presets[preset].note}</span>
              </span>
              <Icon icon={ChevronRight} size={16} />
            </Link>
          </li>
        ))}
      </ul>
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
    ...newAppForm,
    save: useSave(createApp, { refreshes: [listApps] }),
    onSaved: onCreated,
  })
  const { failure, errors, pending } = form
  const isNamed = software !== 'spa' && software !== 'other'
  return (
    <div className="stack stack-wide app-form">
      <Step step={2} title={isNamed ? words.whereTitle(words.presets[software].name) : words.whereTitleOwn} />
      {presets[software].pkce === 'lacks' ? <BehindHost /> : null}
      <form ref={form.ref} className="sheet sheet-roomy stack" onSubmit={form.submit} noValidate>
        <AddAppFields form={form} />
        {failure && !firstError(errors) ? <ErrorNotice error={failure} /> : null}
        {failure && firstError(errors) ? <Notice tone="bad">{words.nothingAdded}</Notice> : null}
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

/** The secret is shown only here, so leaving has to be confirmed. */
function Result({ created: { app, secret } }: { created: Created }) {
  return (
    <div className="stack stack-wide">
      <Step step={3} title={words.doneTitle(app.name)} lead={words.doneLead} />
      {secret === null ? null : <Notice tone="warn">{words.secretOnce}</Notice>}
      <AppSetup app={app} secret={secret} />
      <div className="row">
        <Link to={`/admin/apps/${app.id}`} className="button primary" data-leaves>
          <span>{words.toApp}</span>
        </Link>
        <span className="soft">{words.tryIt}</span>
      </div>
      <LeaveGuard active={secret !== null} title={words.leaveTitle} body={words.leaveBody} />
    </div>
  )
}

const URL_FIELD = { type: 'url', maxLength: APP_URI_MAX, ...MONOSPACED } as const

function AddAppFields({ form }: { form: Form<NewApp> }) {
  const { values } = form
  const isDefault = hasDefaultRedirect(values.preset)
  return (
    <>
      <Field label={words.name} hint={words.nameHint} maxLength={APP_NAME_MAX} {...form.verbatim('name')} />
      {values.preset === 'other' ? (
        <Select label={words.kind} options={optionsOf(words.kinds)} {...form.choice('kind')} />
      ) : null}
      {values.kind === 'native' ? null : (
        <Field
          label={words.address}
          hint={isDefault ? words.addressHint : words.addressOptional}
          {...URL_FIELD}
          {...form.text('address')}
        />
      )}
      <Field
        label={words.redirect}
        hint={isDefault ? words.redirectProposed : words.redirectOwn}
        {...URL_FIELD}
        {...form.text('redirect')}
        value={redirectOf(values)}
      />
      {isDefault ? null : (
        <Field
          label={words.postLogout}
          hint={words.postLogoutHint}
          {...URL_FIELD}
          {...form.text('postLogout')}
          value={postLogoutOf(values)}
        />
      )}
      {wantsHttp(values) ? (
        <AllowHttp
          checked={values.allowHttp}
          // The error of the redirect URI is about http, so it is cleared.
          onChange={(event) => form.edit({ allowHttp: event.currentTarget.checked, redirect: values.redirect })}
        />
      ) : null}
      <AccessChoice {...form.choice('access')} />
    </>
  )
}

const { gitea: lacks } = words

/** For software without PKCE: protect it with forward-auth instead. */
function BehindHost() {
  return (
    <>
      <Notice tone="warn" title={lacks.title} actions={<LinkButton to="/admin/hosts">{hosts.title}</LinkButton>}>
        <p>{lacks.why}</p>
        <p>{lacks.instead}</p>
      </Notice>
      <Disclosure label={lacks.settings}>
        <div className="stack">
          <p className="soft">{lacks.read}</p>
          <CodeBlock title="app.ini" text={settings} words={copyWords('app.ini')} />
          <p className="soft">
            <WithCode text={lacks.name} />
          </p>
          <p className="soft">
            {lacks.git} <DocumentationLink href={giteaHelp}>{lacks.gitHelp}</DocumentationLink>
          </p>
          <p className="soft">{lacks.own}</p>
        </div>
      </Disclosure>
    </>
  )
}
