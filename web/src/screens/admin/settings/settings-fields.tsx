import type { Settings } from '@countersign/contract/routes/admin/settings.ts'
import type { ReactNode } from 'react'
import { DurationField } from '../../../components/admin/duration-field.tsx'
import { RegistrationChoice } from '../../../components/registration-choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { site } from '../../../words/admin.ts'
import { AccentField } from './accent-field.tsx'
import { type Draft, type DurationName, type Fields, type Refusals, ranges } from './settings-values.ts'
import { SiteLogo } from './site-logo.tsx'

const { settings: words } = site

export type PartProps = { values: Fields; change: (next: Draft) => void; refusals: Refusals; locked: boolean }

export function Identity({ values, change, refusals, locked }: PartProps) {
  return (
    <Part title={words.identity}>
      <Field
        label={words.name}
        hint={words.nameHint}
        refusal={refusals.name}
        value={values.name}
        readOnly={locked}
        autoComplete="organization"
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Field
        label={words.contact}
        hint={words.contactHint}
        refusal={refusals.contact}
        value={values.contact ?? ''}
        readOnly={locked}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ contact: event.currentTarget.value })}
      />
    </Part>
  )
}

export function Look({ settings, ...part }: PartProps & { settings: Settings }) {
  return (
    <Part title={words.look}>
      <AccentField {...part} />
      <SiteLogo settings={settings} locked={part.locked} />
    </Part>
  )
}

export function Registration({ values, change, locked }: PartProps) {
  return (
    <RegistrationChoice
      className="sheet settings-part"
      legend={<h2>{words.registration}</h2>}
      value={values.registration}
      onChoose={(registration) => change({ registration })}
      locked={locked}
    />
  )
}

export function Times(part: PartProps) {
  return (
    <Part title={words.times}>
      <Durations
        part={part}
        rows={[
          ['sessionMaxMs', words.sessionMax, words.sessionMaxHint],
          ['sessionIdleMs', words.sessionIdle, words.sessionIdleHint],
          ['sessionNotKeptMs', words.sessionNotKept, words.sessionNotKeptHint],
        ]}
      />
    </Part>
  )
}

export function Kept(part: PartProps) {
  return (
    <Part title={words.kept}>
      <Durations
        part={part}
        rows={[
          ['activityKeptMs', words.activityKept, words.activityKeptHint],
          ['addressKeptMs', words.addressKept, words.addressKeptHint],
        ]}
      />
    </Part>
  )
}

function Durations({ part, rows }: { part: PartProps; rows: [DurationName, string, string][] }) {
  return rows.map(([name, label, hint]) => (
    <DurationField
      key={name}
      range={ranges[name]}
      label={label}
      hint={hint}
      value={part.values[name]}
      refusal={part.refusals[name]}
      locked={part.locked}
      onChange={(value) => part.change({ [name]: value })}
    />
  ))
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet settings-part">
      <h2>{title}</h2>
      <div className="stack">{children}</div>
    </section>
  )
}
