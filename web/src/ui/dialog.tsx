import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

type DialogProps = { title: string; children: ReactNode; actions: ReactNode; onClose: () => void }

export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A layout effect, because a dialog returns the focus only while it is in the document.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  // The native close event is late, and would close a dialog opened in between.
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
