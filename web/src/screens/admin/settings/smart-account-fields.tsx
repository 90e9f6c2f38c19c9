import { knownFactories } from '@countersign/contract/factories.ts'
import { useId } from 'react'
import { FormSection } from '../../../components/form/page-form.tsx'
import { type Form, VERBATIM } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { announce } from '../../../ui/live.ts'
import { site } from '../../../words/admin-site.ts'
import { DEFAULT_TEXT } from './factory-list.ts'
import type { SettingsValues } from './settings-values.ts'

const { settings: words } = site

type SmartAccountProps = { form: Form<SettingsValues> }

export function SmartAccounts({ form }: SmartAccountProps) {
  return (
    <FormSection title={words.chains}>
      <EnsNames form={form} />
      <Factories form={form} />
    </FormSection>
  )
}

function EnsNames({ form }: SmartAccountProps) {
  const id = useId()
  return (
    <label className="option">
      <input type="checkbox" aria-describedby={id} aria-label={words.ens} {...form.flag('ens')} />
      <span>
        <span className="medium">{words.ens}</span>
        <span id={id} className="small soft">
          {words.ensHint}
        </span>
      </span>
    </label>
  )
}

function Factories({ form }: SmartAccountProps) {
  const restoreDefault = () => {
    form.edit({ factories: DEFAULT_TEXT })
    announce(words.factoriesRestored)
  }
  return (
    <div className="stack stack-close">
      <TextArea
        className="mono settings-factories"
        label={words.factories}
        hint={words.factoriesHint}
        rows={7}
        wrap="off"
        {...VERBATIM}
        {...form.text('factories')}
      />
      {form.locked || form.values.factories === DEFAULT_TEXT ? null : (
        <div>
          <Button onClick={restoreDefault}>{words.factoriesDefault}</Button>
        </div>
      )}
      <Disclosure label={words.defaultFactories}>
        <dl className="stack stack-close break">
          {knownFactories.map(({ name, address }) => (
            <div key={address}>
              <dt className="small soft">{name}</dt>
              <dd className="mono">{address}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  )
}
