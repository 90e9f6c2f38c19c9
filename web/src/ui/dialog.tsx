import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

type DialogProps = { title: string; children: ReactNode; actions: ReactNode; onClose: () => void }

/** The platform's own: it traps focus, closes on Esc and gives focus back to the opener. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // While it still stands in the page: one that was taken out gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  // Left to itself it would go at once and say so later: one opened anew in between would be closed by that.
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  const close = (event: SyntheticEvent) => {
    if (event.currentTarget.isConnected) onClose()
  }
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={id} onCancel={cancel} onClose={close}>
      <h2 id={id}>{title}</h2>
      <div className="dialog-body">{children}</div>
      <div className="actions">{actions}</div>
    </dialog>
  )
}
