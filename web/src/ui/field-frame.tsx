import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import './field.css'

export type FieldWords = { label: string; hint?: ReactNode; refusal?: string | undefined }

/** Attributes that connect a control with its label and texts. */
type FieldTies = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldFrameProps = FieldWords & { children: (ties: FieldTies) => ReactNode }

/** The label, hint and error of a control. */
export function FieldFrame({ label, hint, refusal, children }: FieldFrameProps) {
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
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': refusal ? true : undefined })}
      {refusal ? <FieldRefusal id={id}>{refusal}</FieldRefusal> : null}
    </div>
  )
}

/** The error beneath a control. */
export function FieldRefusal({ id, children }: { id: string; children: string }) {
  return (
    <p id={`${id}-refusal`} className="field-refusal small">
      <CircleAlert size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
