import { listApps } from '@countersign/contract/routes/admin/app.ts'
import { useRouteQuery } from '../../../../components/account-data.tsx'
import { DurationField } from '../../../../components/admin/duration-field.tsx'
import { optionsOf } from '../../../../components/admin/options.ts'
import { CheckboxList } from '../../../../ui/controls/checkbox-list.tsx'
import { Disclosure } from '../../../../ui/controls/disclosure.tsx'
import { Checkbox, Field, TextArea } from '../../../../ui/controls/field.tsx'
import { Select } from '../../../../ui/controls/select.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { app as words } from '../../../../words/admin/app.ts'
import type { SectionProps } from './app-fields.tsx'
import { type LifetimeName, lifetimes } from './app-values.ts'

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
