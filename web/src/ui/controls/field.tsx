import { CircleAlert } from 'lucide'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import './field.css'

export type FieldText = { label: string; hint?: ReactNode; error?: string | undefined }

/** Connects a control with its label and texts. */
type FieldAttributes = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldFrameProps = FieldText & { children: (attributes: FieldAttributes) => ReactNode }

/** The label, hint and error of a control. */
export function FieldFrame({ label, hint, error, children }: FieldFrameProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="field stack">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p id={`${id}-hint`} className="small soft">
          {hint}
        </p>
      ) : null}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={`${id}-error`} className="field-error small">
      <Icon icon={CircleAlert} size={16} />
      <span>{children}</span>
    </p>
  )
}

export function Field({ label, hint, error, ...rest }: ComponentProps<'input'> & FieldText) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => <input {...attributes} {...rest} />}
    </FieldFrame>
  )
}

export function TextArea({ label, hint, error, rows = 3, ...rest }: ComponentProps<'textarea'> & FieldText) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => <textarea {...attributes} rows={rows} {...rest} />}
    </FieldFrame>
  )
}

export function Checkbox({ label, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="checkbox">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  )
}

type CheckboxOptionProps = ComponentProps<'input'> & {
  label: string
  mark?: ReactNode
  hint: string
  error?: string | undefined
}

/** A checkbox with a hint, which is not part of its name. */
export function CheckboxOption({ label, mark, hint, error, ...rest }: CheckboxOptionProps) {
  const id = useId()
  return (
    <div>
      <label className="option">
        <input
          type="checkbox"
          aria-label={label}
          aria-describedby={error ? `${id} ${id}-error` : id}
          aria-invalid={error ? true : undefined}
          {...rest}
        />
        <span>
          <span className="medium">
            {mark} {label}
          </span>
          <span id={id} className="small soft">
            {hint}
          </span>
        </span>
      </label>
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </div>
  )
}
