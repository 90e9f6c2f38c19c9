import { ChevronDown } from 'lucide'
import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import { FieldFrame, type FieldText } from './field.tsx'
import './select.css'

export type Option<Value extends string> = { value: Value; label: string }

type SelectProps<Value extends string> = FieldText &
  Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
    value: Value
    options: readonly Option<Value>[]
    onChoose: (value: Value) => void
  }

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, value, options, onChoose, ...rest } = props
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChoose(option.value)
  }
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => (
        <div className="select">
          <select {...attributes} value={value} onChange={(event) => choose(event.currentTarget.value)} {...rest}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon icon={ChevronDown} size={16} />
        </div>
      )}
    </FieldFrame>
  )
}
