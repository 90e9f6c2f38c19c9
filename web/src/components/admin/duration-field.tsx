import { ChevronDown } from 'lucide'
import { useState } from 'react'
import { FieldFrame } from '../../ui/controls/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import '../../ui/controls/select.css'
import { settings as words } from '../../words/admin/site.ts'
import { type DurationRange, durationText, joinDuration, splitDuration, type Unit, units } from './duration.ts'
import './admin.css'

type DurationFieldProps = {
  range: DurationRange
  label: string
  hint: string
  value: number
  error: string | undefined
  disabled: boolean
  onChoose: (value: number) => void
}

/** Keeps the text as typed while it is not a number. */
export function DurationField({ range, label, hint, value, error, disabled, onChoose }: DurationFieldProps) {
  const [typed, setTyped] = useState<{ count: string; unit: Unit; value: number }>()
  const { least, most } = range
  const shown = typed && Object.is(typed.value, value) ? typed : { ...textOf(value), value }
  const type = (count: string, unit: Unit) => {
    const next = /^\d{1,6}$/.test(count.trim()) ? joinDuration(Number(count), unit) : Number.NaN
    setTyped({ count, unit, value: next })
    onChoose(next)
  }
  return (
    <FieldFrame label={label} hint={`${hint} ${words.between(durationText(least), durationText(most))}`} error={error}>
      {(attributes) => (
        <div className="duration">
          <input
            {...attributes}
            inputMode="numeric"
            autoComplete="off"
            readOnly={disabled}
            value={shown.count}
            onChange={(event) => type(event.currentTarget.value, shown.unit)}
          />
          <div className="select">
            <select
              aria-label={`${label}: ${words.unit}`}
              value={shown.unit}
              disabled={disabled}
              onChange={(event) => type(shown.count, event.currentTarget.value as Unit)} // its options are our units
            >
              {units.map((unit) => (
                <option key={unit} value={unit}>
                  {words.units[unit]}
                </option>
              ))}
            </select>
            <Icon icon={ChevronDown} size={16} />
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

function textOf(value: number): { count: string; unit: Unit } {
  if (Number.isNaN(value)) return { count: '', unit: 'day' }
  const { count, unit } = splitDuration(value)
  return { count: String(count), unit }
}
