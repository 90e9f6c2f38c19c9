import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { admin } from '../../words/admin/admin.ts'

type ShownOnceProps = {
  title: string
  secret: string
  copy: string
  copied: string
  children: ReactNode
  onClose: () => void
}

/** A secret that the server stores as a hash, so it cannot be shown again. */
export function ShownOnce({ title, secret, copy, copied, children, onClose }: ShownOnceProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={secret} label={copy} done={copied} look="primary" />
          <Button onClick={onClose}>{admin.done}</Button>
        </>
      }
    >
      <div className="stack">
        {children}
        <p className="shown-once panel break mono" dir="ltr" translate="no">
          {secret}
        </p>
      </div>
    </Dialog>
  )
}
