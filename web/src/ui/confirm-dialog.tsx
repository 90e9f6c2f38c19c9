import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Notice } from './notice.tsx'
import { useRefusedField } from './use-refused-field.ts'

/** A phrase to type, with its texts. */
type Phrase = { text: string; label: string; mismatch: string }

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  act: string
  cancel: string
  look?: 'danger' | 'primary'
  phrase?: Phrase | undefined
  busy?: boolean
  refusal?: string | undefined
  onAct: () => void
  onClose: () => void
}

/** Asks for confirmation. The focus starts on Cancel, or on the first field if the action is not dangerous. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, act, cancel, look = 'danger', phrase, busy = false, refusal, onAct, onClose } = props
  const id = useId()
  const { form, submitted } = useRefusedField()
  const cancelButton = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const [mismatched, setMismatched] = useState(false)
  useEffect(() => {
    const field = look === 'primary' ? form.current?.querySelector<HTMLElement>('input, select, textarea') : null
    const first = field ?? cancelButton.current
    first?.focus()
  }, [look, form])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    submitted()
    const wrong = phrase !== undefined && typed.trim() !== phrase.text
    setMismatched(wrong)
    if (!wrong) onAct()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            {cancel}
          </Button>
          <Button look={look} type="submit" form={id} aria-disabled={busy || undefined}>
            {act}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className="stack" onSubmit={submit} aria-busy={busy || undefined} noValidate>
        {children}
        {phrase ? (
          <Field
            label={phrase.label}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            refusal={mismatched ? phrase.mismatch : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        ) : null}
        {/* The live regions of the page are inert behind a dialog. */}
        {refusal ? (
          <Notice tone="bad" role="alert">
            {refusal}
          </Notice>
        ) : null}
      </form>
    </Dialog>
  )
}
