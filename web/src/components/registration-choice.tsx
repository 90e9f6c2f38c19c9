import type { Registration } from '@countersign/contract/routes/setup.ts'
import type { ReactNode } from 'react'
import { RadioGroup } from '../ui/controls/radio-group.tsx'
import { registration as words } from '../words/registration.ts'

type RegistrationChoiceProps<Mode extends Registration> = {
  legend: ReactNode
  modes: readonly Mode[]
  value: Mode
  onChoose: (value: Mode) => void
  disabled?: boolean
  className?: string
  error?: string | undefined
  /** The choice of groups, shown with the mode that needs it. */
  groups?: ReactNode
}

export function RegistrationChoice<Mode extends Registration>(props: RegistrationChoiceProps<Mode>) {
  const { modes, groups, ...rest } = props
  const options = modes.map((value) => ({
    value,
    label: words.options[value],
    note: words.notes[value],
    more: value === 'groups' ? groups : undefined,
  }))
  return <RadioGroup options={options} {...rest} />
}
