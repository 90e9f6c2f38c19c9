import type { Registration } from '@countersign/contract/routes/setup.ts'
import type { ReactNode } from 'react'
import { RadioGroup } from '../ui/radio-group.tsx'
import { registration as words } from '../words/registration.ts'

type RegistrationChoiceProps<Mode extends Registration> = {
  legend: ReactNode
  modes: readonly Mode[]
  value: Mode
  onChoose: (value: Mode) => void
  locked?: boolean
  className?: string
}

export function RegistrationChoice<Mode extends Registration>({ modes, ...props }: RegistrationChoiceProps<Mode>) {
  const options = modes.map((value) => ({ value, label: words.options[value], note: words.notes[value] }))
  return <RadioGroup options={options} {...props} />
}
