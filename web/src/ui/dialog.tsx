import { type ReactNode, useEffect, useId, useRef } from 'react'
import './dialog.css'

type DialogProps = { title: string; children: ReactNode; actions: ReactNode; onClose: () => void }

/** The platform's own: it traps focus, closes on Esc and gives focus back to the opener. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <div className="dialog-body">{children}</div>
      <div className="actions">{actions}</div>
    </dialog>
  )
}
