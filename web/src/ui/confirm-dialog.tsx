import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { announce } from './live.ts'
import { Notice } from './notice.tsx'

/** What has to be typed, and the words around it. */
export type Phrase = { text: string; label: string; mismatch: string }

type ConfirmDialogProps = {
  title: string
  /** What it will do, and fields it needs. */
  children: ReactNode
  act: string
  cancel: string
  /** `danger` unless nothing is lost by it. */
  look?: 'danger' | 'primary'
  phrase?: Phrase | undefined
  busy?: boolean
  /** Why it was not done. */
  refusal?: string | undefined
  onAct: () => void
  onClose: () => void
}

/** Asks before something that cannot simply be taken back. The focus begins on leaving everything as it is. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, act, cancel, look = 'danger', phrase, busy = false, refusal, onAct, onClose } = props
  const form = useId()
  const cancelButton = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const [mismatched, setMismatched] = useState(false)
  useEffect(() => cancelButton.current?.focus(), [])
  useEffect(() => {
    if (refusal) announce(refusal, 'assertive')
  }, [refusal])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
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
          <Button look={look} type="submit" form={form} aria-disabled={busy || undefined}>
            {act}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={submit} aria-busy={busy || undefined} noValidate>
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
        {refusal ? (
          <Notice tone="bad">
            <p>{refusal}</p>
          </Notice>
        ) : null}
      </form>
    </Dialog>
  )
}
