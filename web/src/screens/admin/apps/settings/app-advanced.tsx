import { type App, listApps } from '@countersign/contract/routes/admin/app.ts'
import { useAnswer } from '../../../../components/account-data.tsx'
import { DurationField } from '../../../../components/admin/duration-field.tsx'
import { CheckboxList } from '../../../../ui/checkbox-list.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { Checkbox, Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { app as words } from '../../../../words/admin.ts'
import { optionsOf, type PartProps, PLAIN } from './app-fields.tsx'
import { type TimeName, times } from './app-values.ts'

/** What the preset already chose well; whoever needs it knows what it is. */
export function Advanced(part: PartProps) {
  return (
    <section className="sheet app-advanced">
      <Disclosure label={words.advanced}>
        <div className="stack">
          <Leaving {...part} />
          <Protocol {...part} />
          <Times {...part} />
          <Audience {...part} />
        </div>
      </Disclosure>
    </section>
  )
}

function Leaving({ app, values, change, refusals, locked }: PartProps) {
  return (
    <>
      <TextArea
        label={words.postLogoutUris}
        hint={words.postLogoutUrisHint}
        refusal={refusals.postLogoutUris}
        value={values.postLogoutUris}
        readOnly={locked}
        className="mono"
        {...PLAIN}
        onChange={(event) => change({ postLogoutUris: event.currentTarget.value })}
      />
      <Field
        label={words.backchannelLogoutUri}
        hint={words.backchannelHint}
        refusal={refusals.backchannelLogoutUri}
        value={values.backchannelLogoutUri}
        readOnly={locked}
        className="mono"
        {...PLAIN}
        onChange={(event) => change({ backchannelLogoutUri: event.currentTarget.value })}
      />
      {app.kind === 'spa' ? (
        <TextArea
          label={words.allowedOrigins}
          hint={words.allowedOriginsHint}
          refusal={refusals.allowedOrigins}
          value={values.allowedOrigins}
          readOnly={locked}
          className="mono"
          {...PLAIN}
          onChange={(event) => change({ allowedOrigins: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}

function Protocol({ app, values, change, locked }: PartProps) {
  return (
    <>
      <Select
        label={words.subjectType}
        hint={words.subjectNote}
        value={values.subjectType}
        disabled={locked}
        options={optionsOf(words.subjectTypes)}
        onChoose={(subjectType) => change({ subjectType })}
      />
      <Select
        label={words.idTokenAlg}
        value={values.idTokenAlg}
        disabled={locked}
        options={optionsOf(words.algorithms)}
        onChoose={(idTokenAlg) => change({ idTokenAlg })}
      />
      <Checkbox
        label={words.requirePar}
        checked={values.requirePar}
        disabled={locked}
        onChange={(event) => change({ requirePar: event.currentTarget.checked })}
      />
      {app.kind === 'web' ? <ConfidentialOnly app={app} values={values} change={change} locked={locked} /> : null}
    </>
  )
}

function Audience({ values, change, refusals, locked }: PartProps) {
  return (
    <>
      <Field
        label={words.tokenAudience}
        hint={words.tokenAudienceHint}
        refusal={refusals.tokenAudience}
        value={values.tokenAudience}
        readOnly={locked}
        className="mono"
        {...PLAIN}
        onChange={(event) => change({ tokenAudience: event.currentTarget.value })}
      />
      {values.tokenAudience.trim() ? (
        <Notice tone="warn">
          <p>{words.tokenAudienceWarning}</p>
        </Notice>
      ) : null}
    </>
  )
}

/** What only an app with a secret or a key may do. */
function ConfidentialOnly({ app, values, change, locked }: Omit<PartProps, 'refusals'>) {
  return (
    <>
      <Checkbox
        label={words.requirePkce}
        checked={values.requirePkce}
        disabled={locked}
        onChange={(event) => change({ requirePkce: event.currentTarget.checked })}
      />
      {values.requirePkce ? null : (
        <Notice tone="warn">
          <p>{words.requirePkceWarning}</p>
        </Notice>
      )}
      <Introspection
        app={app}
        chosen={values.introspectAppIds}
        locked={locked}
        onChoose={(introspectAppIds) => change({ introspectAppIds })}
      />
    </>
  )
}

type IntrospectionProps = { app: App; chosen: string[]; locked: boolean; onChoose: (ids: string[]) => void }

/** The other apps, since an app can always introspect its own tokens. */
function Introspection({ app, chosen, locked, onChoose }: IntrospectionProps) {
  const others = useAnswer(listApps).data?.items.filter(({ id }) => id !== app.id) ?? []
  if (others.length === 0) return null
  return (
    <fieldset className="stack stack-close">
      <legend>{words.introspection}</legend>
      <p className="small soft">{words.introspectionHint}</p>
      <CheckboxList items={others} chosen={chosen} onChoose={onChoose} locked={locked} />
    </fieldset>
  )
}

function Times({ values, change, refusals, locked }: PartProps) {
  const rows: [TimeName, string, string][] = [
    ['accessSeconds', words.accessSeconds, words.accessHint],
    ['refreshIdleSeconds', words.refreshIdle, words.refreshIdleHint],
    ['refreshMaxSeconds', words.refreshMax, words.refreshMaxHint],
  ]
  return rows.map(([name, label, hint]) => (
    <DurationField
      key={name}
      range={times[name]}
      label={label}
      hint={hint}
      value={values[name] * 1000}
      refusal={refusals[name]}
      locked={locked}
      onChange={(ms) => change({ [name]: ms / 1000 })}
    />
  ))
}
