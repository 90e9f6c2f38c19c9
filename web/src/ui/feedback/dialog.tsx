import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

type DialogProps = {
  title: string
  children: ReactNode
  actions: ReactNode
  /** Stays open, as what it started is not done. */
  busy?: boolean
  onClose: () => void
}

export function Dialog({ title, children, actions, busy = false, onClose }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A layout effect, because a dialog returns the focus only while it is in the document.
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    const below = document.querySelector('.dialog[open]:not([data-covered])')
    below?.setAttribute('data-covered', '')
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true })
    // The browser scrolls to what it focuses first, and the text above it is what is confirmed.
    dialog?.scrollTo(0, 0)
    dialog?.querySelector('.dialog-body')?.scrollTo(0, 0)
    return () => {
      below?.removeAttribute('data-covered') // first, so that the focus can return to it
      dialog?.close()
      // A menu closes when the dialog takes the focus, and its entries cannot take it back.
      opener?.closest('details:not([open])')?.querySelector('summary')?.focus()
    }
  }, [])
  // The native close event is late, and would close a dialog opened in between.
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!busy) onClose()
  }
  const close = (event: SyntheticEvent) => {
    if (event.currentTarget.isConnected) onClose()
  }
  return (
    <dialog
      ref={ref}
      className="dialog surface"
      aria-labelledby={id}
      // Chromium closes a dialog on the second Escape, whatever the first one led to.
      closedby={busy ? 'none' : undefined}
      onCancel={cancel}
      onClose={close}
    >
      <h2 id={id}>{title}</h2>
      <div className="dialog-body">{children}</div>
      <div className="actions">{actions}</div>
    </dialog>
  )
}
