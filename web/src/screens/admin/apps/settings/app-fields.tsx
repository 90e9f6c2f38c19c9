import { type App, getApp, listApps, updateAppLogo } from '@countersign/contract/routes/admin/app.ts'
import { scopes } from '@countersign/contract/scope.ts'
import { FormSection } from '../../../../components/form/page-form.tsx'
import { useAction } from '../../../../components/form/use-save.ts'
import { LogoField } from '../../../../components/logo/logo-field.tsx'
import { type Form, VERBATIM } from '../../../../forms/use-form.ts'
import { AppLogo } from '../../../../ui/app-logo.tsx'
import { Field, TextArea } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { app as words } from '../../../../words/admin-app.ts'
import { apps } from '../../../../words/admin-apps.ts'
import { site } from '../../../../words/admin-site.ts'
import { AllowHttp } from '../allow-http.tsx'
import type { AppValues } from './app-values.ts'

export type SectionProps = { app: App; form: Form<AppValues> }

/** Attributes of a field for URIs. */
export const URI = { className: 'mono', ...VERBATIM } as const

export function Basics({ app, form }: SectionProps) {
  return (
    <FormSection title={words.basics}>
      <Field label={apps.name} hint={words.nameHint} {...VERBATIM} {...form.text('name')} />
      <AppLogoField app={app} locked={form.locked} />
      <Field label={words.launchUrl} hint={words.launchUrlHint} {...URI} {...form.text('launchUrl')} />
      <TextArea label={words.redirectUris} hint={words.redirectUrisHint} {...URI} {...form.text('redirectUris')} />
      {app.kind === 'web' ? <AllowHttp {...form.flag('allowHttp')} /> : null}
    </FormSection>
  )
}

export function Scopes({ form }: SectionProps) {
  const { value: chosen, disabled, onChoose } = form.choice('scopes')
  return (
    <FormSection title={words.scopesTitle}>
      <p className="soft">{words.scopesNote}</p>
      <fieldset>
        <legend className="hidden-visually">{words.scopesTitle}</legend>
        {scopes.map((scope) => (
          <label key={scope} className="option">
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              disabled={disabled || scope === 'openid'}
              onChange={(event) => {
                const others = chosen.filter((other) => other !== scope)
                onChoose(event.currentTarget.checked ? [...others, scope] : others)
              }}
            />
            <span>
              <span className="medium">{words.scopes[scope].name}</span>
              <span className="small soft">{words.scopes[scope].note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen.includes('email') ? (
        <Select
          label={words.email}
          hint={words.emailNote}
          options={optionsOf(words.emails)}
          {...form.choice('email')}
        />
      ) : null}
    </FormSection>
  )
}

export function Consent({ form }: SectionProps) {
  return (
    <FormSection title={words.consentTitle}>
      <Select
        label={words.consent}
        hint={form.values.consent === 'never' ? words.consentNote : undefined}
        options={optionsOf(words.consents)}
        {...form.choice('consent')}
      />
    </FormSection>
  )
}

export function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] })) // its own keys
}

function AppLogoField({ app, locked }: { app: App; locked: boolean }) {
  const { id, logo, version } = app
  const update = useAction(updateAppLogo, { refreshes: [getApp, listApps] })
  return (
    <LogoField
      save={{
        ...update,
        run: (image, onSaved) => update.run({ params: { id }, body: { image }, version }, onSaved),
      }}
      picture={logo ? <AppLogo logo={logo} alt={words.logoAlt} size={64} /> : null}
      text={{ hint: `${words.logoHint} ${site.logo.hint}`, alt: words.logoAlt, none: words.logoNone }}
      locked={locked}
    />
  )
}
