import type { App } from '@countersign/contract/routes/admin/app.ts'
import { type Scope, scopes } from '@countersign/contract/scope.ts'
import type { ReactNode } from 'react'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { apps, app as words } from '../../../../words/admin.ts'
import { AllowHttp } from '../allow-http.tsx'
import { AppLogoField } from './app-logo-field.tsx'
import type { AppDraft, AppRefusals, AppValues } from './app-values.ts'

export type PartProps = {
  app: App
  values: AppValues
  change: (next: AppDraft) => void
  refusals: AppRefusals
  locked: boolean
}

export const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

export function Basics({ app, values, change, refusals, locked }: PartProps) {
  return (
    <Part title={words.basics}>
      <Field
        label={apps.name}
        hint={words.nameHint}
        refusal={refusals.name}
        value={values.name}
        readOnly={locked}
        {...PLAIN}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <AppLogoField app={app} locked={locked} />
      <Field
        label={words.launchUrl}
        hint={words.launchUrlHint}
        refusal={refusals.launchUrl}
        value={values.launchUrl}
        readOnly={locked}
        className="mono"
        {...PLAIN}
        onChange={(event) => change({ launchUrl: event.currentTarget.value })}
      />
      <TextArea
        label={words.redirectUris}
        hint={words.redirectUrisHint}
        refusal={refusals.redirectUris}
        value={values.redirectUris}
        readOnly={locked}
        className="mono"
        {...PLAIN}
        onChange={(event) => change({ redirectUris: event.currentTarget.value })}
      />
      {app.kind === 'web' ? (
        <AllowHttp checked={values.allowHttp} locked={locked} onChange={(allowHttp) => change({ allowHttp })} />
      ) : null}
    </Part>
  )
}

export function Knows({ values, change, locked }: PartProps) {
  const turn = (scope: Scope, on: boolean) =>
    change({ scopes: on ? [...values.scopes, scope] : values.scopes.filter((other) => other !== scope) })
  return (
    <Part title={words.knows}>
      <p className="soft">{words.knowsNote}</p>
      <fieldset className="app-scopes">
        <legend className="hidden-visually">{words.knows}</legend>
        {scopes.map((scope) => (
          <label key={scope} className="app-scope">
            <input
              type="checkbox"
              checked={values.scopes.includes(scope)}
              disabled={locked || scope === 'openid'}
              onChange={(event) => turn(scope, event.currentTarget.checked)}
            />
            <span>
              <span className="app-scope-name">{words.scopes[scope].name}</span>
              <span className="small soft">{words.scopes[scope].note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {values.scopes.includes('email') ? (
        <Select
          label={words.email}
          hint={words.emailNote}
          value={values.email}
          disabled={locked}
          options={optionsOf(words.emails)}
          onChoose={(email) => change({ email })}
        />
      ) : null}
    </Part>
  )
}

export function Asking({ values, change, locked }: PartProps) {
  return (
    <Part title={words.asking}>
      <Select
        label={words.consent}
        hint={values.consent === 'never' ? words.consentNote : undefined}
        value={values.consent}
        disabled={locked}
        options={optionsOf(words.consents)}
        onChoose={(consent) => change({ consent })}
      />
    </Part>
  )
}

export function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] })) // its own keys
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet settings-part">
      <h2>{title}</h2>
      <div className="stack">{children}</div>
    </section>
  )
}
