import { type App, listApps } from '@countersign/contract/routes/admin/app.ts'
import { useRouteQuery } from '../../../../components/account-data.tsx'
import { DurationField } from '../../../../components/admin/duration-field.tsx'
import { optionsOf } from '../../../../components/admin/options.ts'
import { CheckboxList } from '../../../../ui/controls/checkbox-list.tsx'
import { Disclosure } from '../../../../ui/controls/disclosure.tsx'
import { Checkbox, Field, TextArea } from '../../../../ui/controls/field.tsx'
import { Select } from '../../../../ui/controls/select.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { app as words } from '../../../../words/admin/app.ts'
import { type SectionProps, URI } from './app-fields.tsx'
import { type LifetimeName, lifetimes } from './app-values.ts'

export function Advanced(props: SectionProps) {
  return (
    <section className="sheet app-advanced">
      <Disclosure label={words.advanced}>
        <div className="stack">
          <SignOut {...props} />
          <Protocol {...props} />
          <Lifetimes {...props} />
          <Audience {...props} />
        </div>
      </Disclosure>
    </section>
  )
}

function SignOut({ app, form }: SectionProps) {
  return (
    <>
      <TextArea
        label={words.postLogoutUris}
        hint={words.postLogoutUrisHint}
        {...URI}
        {...form.text('postLogoutUris')}
      />
      <Field
        label={words.backchannelLogoutUri}
        hint={words.backchannelHint}
        {...URI}
        {...form.text('backchannelLogoutUri')}
      />
      {app.kind === 'spa' ? (
        <TextArea
          label={words.allowedOrigins}
          hint={words.allowedOriginsHint}
          {...URI}
          {...form.text('allowedOrigins')}
        />
      ) : null}
    </>
  )
}

function Protocol({ app, form }: SectionProps) {
  return (
    <>
      <Select
        label={words.subjectType}
        hint={words.subjectNote}
        options={optionsOf(words.subjectTypes)}
        {...form.choice('subjectType')}
      />
      <Select label={words.idTokenAlg} options={optionsOf(words.algorithms)} {...form.choice('idTokenAlg')} />
      <Checkbox label={words.requirePar} {...form.flag('requirePar')} />
      {app.kind === 'web' ? <ConfidentialClient app={app} form={form} /> : null}
    </>
  )
}

function Audience({ form }: SectionProps) {
  return (
    <>
      <Field label={words.tokenAudience} hint={words.tokenAudienceHint} {...URI} {...form.text('tokenAudience')} />
      {form.values.tokenAudience.trim() ? <Notice tone="warn">{words.tokenAudienceWarning}</Notice> : null}
    </>
  )
}

function ConfidentialClient({ app, form }: SectionProps) {
  return (
    <>
      <Checkbox label={words.requirePkce} {...form.flag('requirePkce')} />
      {form.values.requirePkce ? null : <Notice tone="warn">{words.requirePkceWarning}</Notice>}
      <Introspection app={app} {...form.choice('introspectAppIds')} />
    </>
  )
}

type IntrospectionProps = { app: App; value: string[]; disabled: boolean; onChoose: (ids: string[]) => void }

/** The other apps, since an app can always introspect its own tokens. */
function Introspection({ app, value, disabled, onChoose }: IntrospectionProps) {
  const others = useRouteQuery(listApps).data?.items.filter(({ id }) => id !== app.id) ?? []
  if (others.length === 0) return null
  return (
    <fieldset className="stack stack-close">
      <legend>{words.introspectAppIds}</legend>
      <p className="small soft">{words.introspectionHint}</p>
      <CheckboxList items={others} chosen={value} onChoose={onChoose} locked={disabled} />
    </fieldset>
  )
}

function Lifetimes({ form }: SectionProps) {
  const rows: [LifetimeName, string, string][] = [
    ['accessSeconds', words.accessSeconds, words.accessHint],
    ['refreshIdleSeconds', words.refreshIdleSeconds, words.refreshIdleHint],
    ['refreshMaxSeconds', words.refreshMaxSeconds, words.refreshMaxHint],
  ]
  return rows.map(([name, label, hint]) => (
    <DurationField
      key={name}
      range={lifetimes[name]}
      label={label}
      hint={hint}
      {...form.choice(name)}
      value={form.values[name] * 1000}
      onChoose={(ms) => form.edit({ [name]: ms / 1000 })}
    />
  ))
}
