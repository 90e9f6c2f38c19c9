import type { Registration } from '@countersign/contract/routes/setup.ts'
import type { ReactNode } from 'react'
import { RadioGroup } from '../ui/radio-group.tsx'
import { registration as words } from '../words/registration.ts'

const MODES: Registration[] = ['invite', 'open', 'closed']

type RegistrationChoiceProps = {
  legend: ReactNode
  value: Registration
  onChoose: (value: Registration) => void
  locked?: boolean
  className?: string
}

export function RegistrationChoice(props: RegistrationChoiceProps) {
  const options = MODES.map((value) => ({ value, label: words.options[value], note: words.notes[value] }))
  return <RadioGroup options={options} {...props} />
}
