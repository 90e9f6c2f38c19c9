import { REFUSAL_TEXT_MAX } from '@countersign/contract/limits/rule-limits.ts'
import type { Form } from '../../../../forms/use-form.ts'
import { CheckboxOption, Field, TextArea } from '../../../../ui/controls/field.tsx'
import { RadioGroup } from '../../../../ui/controls/radio-group.tsx'
import { rules as words } from '../../../../words/admin/rules.ts'
import { type NumberName, numberLimits, type RuleValues } from './rule-values.ts'

type OptionsProps = { form: Form<RuleValues> }

export function RuleOptions({ form }: OptionsProps) {
  return (
    <section className="sheet sheet-roomy stack">
      <h3>{words.options}</h3>
      <RadioGroup
        legend={words.wallets}
        options={(['together', 'each'] as const).map((each) => ({
          value: each,
          label: words.walletChoices[each],
          note: words.walletNotes[each],
        }))}
        {...form.choice('wallets')}
      />
      <div>
        <Flag form={form} name="delegations" label={words.delegations} hint={words.delegationsHint} />
        <Flag form={form} name="seats" label={words.seats} hint={words.seatsHint} />
        <Flag form={form} name="showReasons" label={words.reasons} hint={words.reasonsHint} />
      </div>
      <TextArea
        label={words.refusal}
        hint={words.refusalHint}
        rows={2}
        maxLength={REFUSAL_TEXT_MAX}
        {...form.text('refusalText')}
      />
      <div className="rule-numbers">
        <NumberField form={form} name="linkedHours" label={words.linked} hint={words.linkedHint} />
        <NumberField form={form} name="heldBlocks" label={words.held} hint={words.heldHint} />
        <NumberField form={form} name="graceMinutes" label={words.grace} hint={words.graceHint} />
      </div>
    </section>
  )
}

type FlagProps = OptionsProps & { name: 'delegations' | 'seats' | 'showReasons'; label: string; hint: string }

function Flag({ form, name, ...text }: FlagProps) {
  return <CheckboxOption error={form.errors[name]} {...text} {...form.flag(name)} />
}

type NumberFieldProps = OptionsProps & { name: NumberName; label: string; hint: (most: number) => string }

function NumberField({ form, name, label, hint }: NumberFieldProps) {
  return (
    <Field
      label={label}
      hint={hint(numberLimits[name].most)}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      {...form.text(name)}
    />
  )
}
