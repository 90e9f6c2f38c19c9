import type { ComponentProps } from 'react'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

type FieldProps = ComponentProps<'input'> & FieldWords

export function Field({ label, hint, refusal, ...rest }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} refusal={refusal}>
      {(ties) => <input {...ties} {...rest} />}
    </FieldFrame>
  )
}

type CheckboxProps = ComponentProps<'input'> & { label: string }

export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  )
}
