import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import './field.css'

export type FieldWords = { label: string; hint?: ReactNode; refusal?: string | undefined }

/** What ties a control to the words around it; spread over the control. */
export type FieldTies = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldFrameProps = FieldWords & { children: (ties: FieldTies) => ReactNode }

/** Label, hint and refusal of one control; what is wrong with it stands directly beneath and is read with it. */
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
      {refusal ? (
        <p id={`${id}-refusal`} className="field-refusal small">
          <CircleAlert size={16} aria-hidden="true" />
          <span>{refusal}</span>
        </p>
      ) : null}
    </div>
  )
}
