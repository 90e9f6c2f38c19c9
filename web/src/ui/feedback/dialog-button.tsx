import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../controls/button.tsx'

type DialogButtonProps = ComponentProps<typeof Button> & { dialog: (onClose: () => void) => ReactNode }

/** A button that opens a dialog, which closes when the button goes away. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {open ? dialog(() => setOpen(false)) : null}
    </>
  )
}
