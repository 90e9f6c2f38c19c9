import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'
import './radio-group.css'

type RadioOption<Value extends string> = {
  value: Value
  label: string
  note?: string
  /** Shown while this option is selected. */
  more?: ReactNode
}

type RadioGroupProps<Value extends string> = {
  legend: ReactNode
  value: Value | undefined
  options: RadioOption<Value>[]
  onChoose: (value: Value) => void
  error?: string | undefined
  disabled?: boolean
  className?: string
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, value, options, onChoose, error, disabled = false, className = '' } = props
  const id = useId()
  return (
    <div
      className={`radio-group ${className}`}
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <div id={`${id}-legend`} className="medium">
        {legend}
      </div>
      <div className="radio-options">
        {options.map((option) => (
          <div key={option.value}>
            <label className="option">
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={value === option.value}
                disabled={disabled && value !== option.value}
                onChange={() => disabled || onChoose(option.value)}
              />
              <span>
                <span className="medium">{option.label}</span>
                {option.note ? <span className="small soft">{option.note}</span> : null}
              </span>
            </label>
            {option.more && value === option.value ? <div className="radio-more">{option.more}</div> : null}
          </div>
        ))}
      </div>
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </div>
  )
}
