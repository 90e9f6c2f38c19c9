import { knownFactories } from '@countersign/contract/factories.ts'
import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import { getSettings, type Settings, updateLogo } from '@countersign/contract/routes/admin/settings.ts'
import { useId } from 'react'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { DurationField } from '../../../components/admin/duration-field.tsx'
import { FormSection } from '../../../components/form/page-form.tsx'
import { useAction } from '../../../components/form/use-save.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { LogoField } from '../../../components/logo/logo-field.tsx'
import { RegistrationChoice } from '../../../components/registration-choice.tsx'
import { type Form, VERBATIM } from '../../../forms/use-form.ts'
import { Link } from '../../../page/history.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CheckboxList } from '../../../ui/controls/checkbox-list.tsx'
import { Disclosure } from '../../../ui/controls/disclosure.tsx'
import { Field, TextArea } from '../../../ui/controls/field.tsx'
import { announce } from '../../../ui/feedback/live.ts'
import { rules } from '../../../words/admin/rules.ts'
import { site } from '../../../words/admin/site.ts'
import { AccentField } from './accent-field.tsx'
import { DEFAULT_FACTORIES, type DurationName, ranges, type SettingsValues } from './settings-values.ts'

const { settings: words } = site

type SectionProps = { form: Form<SettingsValues> }

export function Identity({ form }: SectionProps) {
  return (
    <FormSection title={words.identity}>
      <Field label={words.name} hint={words.nameHint} autoComplete="organization" {...form.text('name')} />
      <Field
        label={words.contact}
        hint={words.contactHint}
        autoComplete="off"
        spellCheck={false}
        {...form.text('contact')}
      />
    </FormSection>
  )
}

export function Appearance({ form, settings }: SectionProps & { settings: Settings }) {
  return (
    <FormSection title={words.branding}>
      <AccentField {...form.choice('accent')} />
      <SiteLogo settings={settings} locked={form.locked} />
    </FormSection>
  )
}

export function Registration({ form }: SectionProps) {
  const { value, disabled, onChoose } = form.choice('registration')
  const chosen = form.choice('registrationGroupIds')
  return (
    <RegistrationChoice
      className="sheet settings-part sheet-roomy"
      legend={<h2>{words.registration}</h2>}
      modes={['invite', 'groups', 'open', 'closed']}
      value={value}
      onChoose={onChoose}
      locked={disabled}
      error={chosen.error}
      groups={<RegistrationGroups chosen={chosen.value} onChoose={chosen.onChoose} locked={disabled} />}
    />
  )
}

type RegistrationGroupsProps = { chosen: readonly string[]; onChoose: (ids: string[]) => void; locked: boolean }

/** Only a rule decides about people who have no account yet. */
function RegistrationGroups({ chosen, onChoose, locked }: RegistrationGroupsProps) {
  const answer = useRouteQuery(listGroups)
  const { registration: text } = rules
  return (
    <fieldset aria-label={text.groups}>
      <Loaded answer={answer} lines={2}>
        {({ items }) => {
          const withRule = items.filter(({ ruleMembers }) => ruleMembers !== null)
          return withRule.length === 0 ? (
            <p className="soft">
              {text.none} <Link to="/admin/groups">{text.open}</Link>
            </p>
          ) : (
            <CheckboxList items={withRule} chosen={chosen} onChoose={onChoose} locked={locked} />
          )
        }}
      </Loaded>
    </fieldset>
  )
}

export function SessionLifetimes({ form }: SectionProps) {
  return (
    <FormSection title={words.sessionLifetime}>
      <Durations
        form={form}
        rows={[
          ['sessionMaxMs', words.sessionMax, words.sessionMaxHint],
          ['sessionIdleMs', words.sessionIdle, words.sessionIdleHint],
          ['sessionNotKeptMs', words.sessionNotKept, words.sessionNotKeptHint],
        ]}
      />
    </FormSection>
  )
}

export function Retention({ form }: SectionProps) {
  return (
    <FormSection title={words.retention}>
      <Durations
        form={form}
        rows={[
          ['activityKeptMs', words.activityKept, words.activityKeptHint],
          ['addressKeptMs', words.addressKept, words.addressKeptHint],
        ]}
      />
    </FormSection>
  )
}

function Durations({ form, rows }: SectionProps & { rows: [DurationName, string, string][] }) {
  return rows.map(([name, label, hint]) => (
    <DurationField key={name} range={ranges[name]} label={label} hint={hint} {...form.choice(name)} />
  ))
}

function SiteLogo({ settings, locked }: { settings: Settings; locked: boolean }) {
  const { logo, version } = settings
  const update = useAction(updateLogo, { refreshes: [getSettings] })
  return (
    <LogoField
      save={{ ...update, run: (image, onSaved) => update.run({ body: { image }, version }, onSaved) }}
      picture={
        logo ? (
          <span className="frame-mark">
            <img src={logo} alt={words.logoAlt} height={64} />
          </span>
        ) : null
      }
      text={{ hint: site.logo.hint, alt: words.logoAlt, none: words.logoNone }}
      locked={locked}
    />
  )
}

export function SmartAccounts({ form }: SectionProps) {
  return (
    <FormSection title={words.chains}>
      <EnsNames form={form} />
      <Factories form={form} />
    </FormSection>
  )
}

function EnsNames({ form }: SectionProps) {
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

function Factories({ form }: SectionProps) {
  const restoreDefault = () => {
    form.edit({ factories: DEFAULT_FACTORIES })
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
      {form.locked || form.values.factories === DEFAULT_FACTORIES ? null : (
        <div>
          <Button onClick={restoreDefault}>{words.factoriesDefault}</Button>
        </div>
      )}
      <Disclosure label={words.defaultFactories}>
        <dl className="stack stack-close">
          {knownFactories.map(({ name, address }) => (
            <div key={address}>
              <dt className="small soft">{name}</dt>
              <dd className="mono break">{address}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  )
}
