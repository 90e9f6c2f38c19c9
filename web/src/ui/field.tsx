import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import './field.css'

type FieldProps = ComponentProps<'input'> & { label: string; hint?: ReactNode; refusal?: string | undefined }

/** A labelled input; what is wrong with it stands directly beneath and is read with it. */
export function Field({ label, hint, refusal, ...rest }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', refusal ? `${id}-refusal` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p id={`${id}-hint`} className="small soft">
          {hint}
        </p>
      ) : null}
      <input id={id} aria-describedby={described || undefined} aria-invalid={refusal ? true : undefined} {...rest} />
      {refusal ? (
        <p id={`${id}-refusal`} className="field-refusal small">
          <CircleAlert size={16} aria-hidden="true" />
          <span>{refusal}</span>
        </p>
      ) : null}
    </div>
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
