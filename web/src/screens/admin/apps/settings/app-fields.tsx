import { scopes } from '@countersign/contract/app/scope.ts'
import { type App, getApp, listApps, updateAppLogo } from '@countersign/contract/routes/admin/app.ts'
import { useEffect, useRef } from 'react'
import { useRouteQuery } from '../../../../components/account-data.tsx'
import { DurationField } from '../../../../components/admin/duration-field.tsx'
import { optionsOf } from '../../../../components/admin/options.ts'
import { FormSection } from '../../../../components/form/page-form.tsx'
import { LogoField } from '../../../../components/logo/logo-field.tsx'
import type { Form } from '../../../../forms/use-form.ts'
import { useQuery } from '../../../../page/history.tsx'
import { CheckboxList } from '../../../../ui/controls/checkbox-list.tsx'
import { Disclosure } from '../../../../ui/controls/disclosure.tsx'
import { Checkbox, CheckboxOption, Field, TextArea } from '../../../../ui/controls/field.tsx'
import { Select } from '../../../../ui/controls/select.tsx'
import { CodeBlock } from '../../../../ui/data/code-block.tsx'
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { AppLogo } from '../../../../ui/identity/app-logo.tsx'
import { account } from '../../../../words/account/account.ts'
import { app as words } from '../../../../words/admin/app.ts'
import { apps, copyWords } from '../../../../words/admin/apps.ts'
import { logo as logoWords } from '../../../../words/admin/site.ts'
import { AllowHttp } from '../allow-http.tsx'
import { MAKE_KEY } from '../software/javascript.ts'
import { type AppValues, LIFETIMES, lifetimes } from './app-values.ts'

type SectionProps = { app: App; form: Form<AppValues> }

export function Basics({ app: { id, kind, logo, version }, form }: SectionProps) {
  return (
    <FormSection title={words.basics}>
      <Field label={apps.name} hint={words.nameHint} {...form.verbatim('name')} />
      <LogoField
        route={updateAppLogo}
        params={{ id }}
        version={version}
        refreshes={[getApp, listApps]}
        picture={logo ? <AppLogo logo={logo} alt={words.logoAlt} size={64} /> : null}
        text={{ hint: `${words.logoHint} ${logoWords.hint}`, alt: words.logoAlt, none: words.logoNone }}
        locked={form.locked}
      />
      <Field label={words.launchUrl} hint={words.launchUrlHint} {...form.code('launchUrl')} />
      <TextArea label={words.redirectUris} hint={words.redirectUrisHint} {...form.code('redirectUris')} />
      {kind === 'web' ? <AllowHttp {...form.flag('allowHttp')} /> : null}
    </FormSection>
  )
}

export function Scopes({ form }: SectionProps) {
  const { value: chosen, disabled, onChoose } = form.choice('scopes')
  return (
    <FormSection title={words.scopes}>
      <p className="soft">{words.scopesNote}</p>
      <fieldset>
        <legend className="hidden-visually">{words.scopes}</legend>
        {scopes.map((scope) => (
          <CheckboxOption
            key={scope}
            label={scope}
            hint={words.scopeNotes[scope]}
            checked={chosen.includes(scope)}
            disabled={disabled || scope === 'openid'}
            onChange={(event) => {
              const others = chosen.filter((other) => other !== scope)
              onChoose(event.currentTarget.checked ? [...others, scope] : others)
            }}
          />
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

const { none: _, ...methods } = words.authMethods
const FILE = 'make-key.mjs'

/** Public clients have no credentials. */
export function ClientAuthentication({ app, form }: SectionProps) {
  const { authMethod } = form.values
  if (app.kind !== 'web' || authMethod === 'none') return null
  const byKey = authMethod === 'private_key_jwt'
  return (
    <FormSection title={words.authentication}>
      <Select
        label={words.authMethod}
        hint={byKey ? words.privateKeyNote : undefined}
        options={optionsOf(methods)}
        {...form.choice('authMethod')}
        value={authMethod}
      />
      {byKey ? <KeySet form={form} /> : null}
      {byKey && !form.locked ? (
        <Disclosure label={words.makeKey}>
          <div className="stack stack-close">
            <p className="soft">{words.makeKeyNote}</p>
            <CodeBlock title={FILE} text={MAKE_KEY} words={copyWords(FILE)} />
          </div>
        </Disclosure>
      ) : null}
    </FormSection>
  )
}

/** Focused when the page is opened to change keys, since the field is far down. */
function KeySet({ form }: Pick<SectionProps, 'form'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isWanted = useQuery('field') === 'jwks'
  useEffect(() => {
    if (isWanted) field.current?.focus()
  }, [isWanted])
  return <TextArea ref={field} label={words.jwks} hint={words.jwksHint} rows={10} {...form.code('jwks')} />
}

export function Advanced({ app, form }: SectionProps) {
  const { requirePkce, tokenAudience } = form.values
  return (
    <section className="sheet app-advanced">
      <Disclosure label={words.advanced}>
        <div className="stack">
          <TextArea label={words.postLogoutUris} hint={words.postLogoutUrisHint} {...form.code('postLogoutUris')} />
          <Field
            label={words.backchannelLogoutUri}
            hint={words.backchannelHint}
            {...form.code('backchannelLogoutUri')}
          />
          {app.kind === 'spa' ? (
            <TextArea label={words.allowedOrigins} hint={words.allowedOriginsHint} {...form.code('allowedOrigins')} />
          ) : null}
          <Select
            label={words.subjectType}
            hint={words.subjectNote}
            options={optionsOf(words.subjectTypes)}
            {...form.choice('subjectType')}
          />
          <Select label={words.idTokenAlg} options={optionsOf(words.algorithms)} {...form.choice('idTokenAlg')} />
          <Checkbox label={words.requirePar} {...form.flag('requirePar')} />
          {app.kind === 'web' ? (
            <>
              <Checkbox label={words.requirePkce} {...form.flag('requirePkce')} />
              {requirePkce ? null : <Notice tone="warn">{words.requirePkceWarning}</Notice>}
              <Introspection app={app} form={form} />
            </>
          ) : null}
          <Lifetimes form={form} />
          <Field label={words.tokenAudience} hint={words.tokenAudienceHint} {...form.code('tokenAudience')} />
          {tokenAudience.trim() ? <Notice tone="warn">{words.tokenAudienceWarning}</Notice> : null}
        </div>
      </Disclosure>
    </section>
  )
}

/** The other apps, since an app can always introspect its own tokens. */
function Introspection({ app, form }: SectionProps) {
  const others = useRouteQuery(listApps).data?.items.filter(({ id }) => id !== app.id) ?? []
  if (others.length === 0) return null
  return (
    <fieldset className="stack stack-close">
      <legend>{words.introspectAppIds}</legend>
      <p className="small soft">{words.introspectionHint}</p>
      <CheckboxList items={others} {...form.choice('introspectAppIds')} />
    </fieldset>
  )
}

function Lifetimes({ form }: Pick<SectionProps, 'form'>) {
  return LIFETIMES.map((name) => (
    <DurationField
      key={name}
      range={lifetimes[name]}
      label={words[name]}
      hint={words.lifetimeHints[name]}
      {...form.choice(name)}
      value={form.values[name] * 1000}
      onChoose={(ms) => form.edit({ [name]: ms / 1000 })}
    />
  ))
}

type CredentialsDialogProps = { app: App; onAct: () => void; onClose: () => void }

/** Changing from secrets to keys, or back, deletes the ones in use. */
export function ChangeCredentialsDialog({ app, onAct, onClose }: CredentialsDialogProps) {
  const toKey = app.authMethod !== 'private_key_jwt'
  return (
    <ConfirmDialog
      title={toKey ? words.switchToKeyTitle : words.switchToSecretTitle}
      confirmLabel={toKey ? words.switchToKey : words.switchToSecret}
      cancelLabel={account.cancel}
      onConfirm={onAct}
      onClose={onClose}
    >
      <p>{toKey ? words.switchToKeyBody : words.switchToSecretBody}</p>
    </ConfirmDialog>
  )
}
