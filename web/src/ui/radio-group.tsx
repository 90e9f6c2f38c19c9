import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import './field.css'
import './radio-group.css'

export type RadioOption<Value extends string> = {
  value: Value
  label: string
  note?: string
  /** What belongs to this option; shown while it is chosen. */
  more?: ReactNode
}

type RadioGroupProps<Value extends string> = {
  legend: ReactNode
  /** None is chosen while this is undefined. */
  value: Value | undefined
  options: RadioOption<Value>[]
  onChoose: (value: Value) => void
  refusal?: string | undefined
  locked?: boolean
  className?: string
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, value, options, onChoose, refusal, locked = false, className = '' } = props
  const id = useId()
  return (
    <div
      className={`radio-group ${className}`}
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-invalid={refusal ? true : undefined}
      aria-describedby={refusal ? `${id}-refusal` : undefined}
    >
      <div id={`${id}-legend`} className="radio-legend">
        {legend}
      </div>
      <div className="radio-options">
        {options.map((option) => (
          <div key={option.value}>
            <label className="radio-option">
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={value === option.value}
                disabled={locked && value !== option.value}
                onChange={() => locked || onChoose(option.value)}
              />
              <span>
                <span className="radio-label">{option.label}</span>
                {option.note ? <span className="small soft">{option.note}</span> : null}
              </span>
            </label>
            {option.more && value === option.value ? <div className="radio-more">{option.more}</div> : null}
          </div>
        ))}
      </div>
      {refusal ? (
        <p id={`${id}-refusal`} className="field-refusal small">
          <CircleAlert size={16} aria-hidden="true" />
          <span>{refusal}</span>
        </p>
      ) : null}
    </div>
  )
}
