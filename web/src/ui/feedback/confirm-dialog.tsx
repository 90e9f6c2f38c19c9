import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { useInvalidField } from '../controls/use-invalid-field.ts'
import { Dialog } from './dialog.tsx'
import { Alert } from './notice.tsx'

type Phrase = { text: string; label: string; mismatch: string }

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel: string
  look?: 'danger' | 'primary'
  phrase?: Phrase | undefined
  /** The action is running: it cannot be confirmed again, and the dialog stays. */
  busy?: boolean
  /** It cannot be confirmed yet. */
  disabled?: boolean
  error?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation. The focus starts on Cancel, or on the first field if the action is not dangerous. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, cancelLabel, look = 'danger', phrase, error, onConfirm, onClose } = props
  const { busy = false, disabled = busy } = props
  const id = useId()
  const { form, submitted } = useInvalidField()
  const cancelButton = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const [mismatched, setMismatched] = useState(false)
  useEffect(() => {
    const field = look === 'primary' ? form.current?.querySelector<HTMLElement>('input, select, textarea') : null
    const first = field ?? cancelButton.current
    first?.focus({ preventScroll: true })
  }, [look, form])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (disabled) return
    submitted()
    const wrong = phrase !== undefined && typed.trim() !== phrase.text
    setMismatched(wrong)
    if (!wrong) onConfirm()
  }
  return (
    <Dialog
      title={title}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button look={look} type="submit" form={id} aria-disabled={disabled || undefined}>
            {confirmLabel}
          </Button>
          <Button ref={cancelButton} busy={busy} onClick={onClose}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className="stack" onSubmit={submit} aria-busy={disabled || undefined} noValidate>
        {children}
        {phrase ? (
          <Field
            label={phrase.label}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={mismatched ? phrase.mismatch : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        ) : null}
        {/* The live regions of the page are inert behind a dialog. */}
        <Alert>{error}</Alert>
      </form>
    </Dialog>
  )
}
