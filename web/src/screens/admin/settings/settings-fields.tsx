import { knownFactories } from '@countersign/contract/factories.ts'
import { families, type Namespace, namespaces } from '@countersign/contract/family/family.ts'
import { getSettings, type Settings, updateLogo } from '@countersign/contract/routes/admin/settings.ts'
import { useId } from 'react'
import { GroupChoice } from '../../../components/admin/access-choice.tsx'
import { DurationField } from '../../../components/admin/duration-field.tsx'
import { FormSection } from '../../../components/form/page-form.tsx'
import { LogoField } from '../../../components/logo/logo-field.tsx'
import { RegistrationChoice } from '../../../components/registration-choice.tsx'
import type { Form } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Disclosure } from '../../../ui/controls/disclosure.tsx'
import { CheckboxOption, Field, FieldError, TextArea } from '../../../ui/controls/field.tsx'
import { RadioGroup } from '../../../ui/controls/radio-group.tsx'
import { announce } from '../../../ui/feedback/live.ts'
import { FamilyMark } from '../../../ui/identity/family-mark.tsx'
import { logo as logoWords, settings as words } from '../../../words/admin/site.ts'
import { AccentField } from './accent-field.tsx'
import { DEFAULT_FACTORIES, type DurationName, ranges, type SettingsValues } from './settings-values.ts'

type SectionProps = { form: Form<SettingsValues> }

export function SettingsFields({ form, settings }: SectionProps & { settings: Settings }) {
  const groups = form.choice('registrationGroupIds')
  return (
    <>
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
      <FormSection title={words.branding}>
        <AccentField {...form.choice('accent')} />
        <SiteLogo settings={settings} locked={form.locked} />
      </FormSection>
      <RegistrationChoice
        className="sheet settings-part sheet-roomy"
        legend={<h2>{words.registration}</h2>}
        modes={['invite', 'groups', 'open', 'closed']}
        {...form.choice('registration')}
        error={groups.error}
        groups={<GroupChoice withRule {...groups} />}
      />
      <WalletFamilies form={form} />
      <FormSection title={words.sessionLifetime}>
        <Duration form={form} name="sessionMaxMs" label={words.sessionMax} hint={words.sessionMaxHint} />
        <Duration form={form} name="sessionIdleMs" label={words.sessionIdle} hint={words.sessionIdleHint} />
        <Duration form={form} name="sessionNotKeptMs" label={words.sessionNotKept} hint={words.sessionNotKeptHint} />
      </FormSection>
      <PhoneSignIn form={form} />
      <FormSection title={words.retention}>
        <Duration form={form} name="activityKeptMs" label={words.activityKept} hint={words.activityKeptHint} />
        <Duration form={form} name="addressKeptMs" label={words.addressKept} hint={words.addressKeptHint} />
      </FormSection>
      <FormSection title={words.chains}>
        <CheckboxOption label={words.ens} hint={words.ensHint} {...form.flag('ens')} />
        <Factories form={form} />
      </FormSection>
    </>
  )
}

type DurationProps = SectionProps & { name: DurationName; label: string; hint: string }

function Duration({ form, name, ...text }: DurationProps) {
  return <DurationField range={ranges[name]} {...text} {...form.choice(name)} />
}

const PHONE_MODES = ['off', 'trusted', 'on'] as const

function PhoneSignIn({ form }: SectionProps) {
  const options = PHONE_MODES.map((value) => ({
    value,
    label: words.phoneModes[value],
    note: words.phoneNotes[value],
  }))
  return (
    <FormSection title={words.phoneSignIn}>
      <RadioGroup legend={words.phoneDevices} options={options} {...form.choice('phoneSignIn')} />
      <CheckboxOption
        label={words.phoneForAdmins}
        hint={words.phoneForAdminsHint}
        {...form.flag('phoneSignInForAdmins')}
      />
    </FormSection>
  )
}

function SiteLogo({ settings: { logo, version }, locked }: { settings: Settings; locked: boolean }) {
  return (
    <LogoField
      route={updateLogo}
      version={version}
      refreshes={[getSettings]}
      picture={
        logo ? (
          <span className="frame-mark">
            <img src={logo} alt={words.logoAlt} height={64} />
          </span>
        ) : null
      }
      text={{ hint: logoWords.hint, alt: words.logoAlt, none: words.logoNone }}
      locked={locked}
    />
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
        {...form.verbatim('factories')}
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

function WalletFamilies({ form }: SectionProps) {
  const { value, error, disabled, onChoose } = form.choice('namespaces')
  const id = useId()
  const toggle = (changed: Namespace, on: boolean) =>
    onChoose(namespaces.filter((each) => (each === changed ? on : value.includes(each))))
  return (
    <fieldset
      className="sheet settings-part sheet-roomy"
      aria-labelledby={id}
      aria-describedby={`${id}-lead ${id}-error`}
    >
      <h2 id={id}>{words.families}</h2>
      <div>
        <p id={`${id}-lead`} className="small soft">
          {words.familiesLead}
        </p>
        {namespaces.map((namespace) => (
          <CheckboxOption
            key={namespace}
            label={families[namespace].name}
            mark={<FamilyMark namespace={namespace} named />}
            hint={words.familyNotes[namespace]}
            aria-invalid={error ? true : undefined}
            checked={value.includes(namespace)}
            disabled={disabled}
            onChange={(event) => toggle(namespace, event.currentTarget.checked)}
          />
        ))}
        {error ? <FieldError id={id}>{error}</FieldError> : null}
      </div>
    </fieldset>
  )
}
