import type { ComponentProps } from 'react'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

type TextAreaProps = ComponentProps<'textarea'> & FieldWords

export function TextArea({ label, hint, refusal, rows = 3, ...rest }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} refusal={refusal}>
      {(ties) => <textarea {...ties} rows={rows} {...rest} />}
    </FieldFrame>
  )
}
