import { useCallback, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { account } from '../words/account.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

const { leaving: words } = account.form

type LeaveGuardProps = { active: boolean; title?: string; body?: string }

/** Asks before a link or the back button leads away from unsaved input, or from something else that would be lost. */
export function LeaveGuard({ active, title = words.title, body = words.body }: LeaveGuardProps) {
  const [proceed, setProceed] = useState<() => void>()
  const hold = useCallback((next: () => void) => setProceed(() => next), [])
  useLeaveGuard(active, hold)
  if (!proceed) return null
  const stay = () => setProceed(undefined)
  const leave = () => {
    stay()
    proceed()
  }
  return (
    <ConfirmDialog title={title} confirmLabel={words.leave} cancelLabel={words.stay} onConfirm={leave} onClose={stay}>
      <p>{body}</p>
    </ConfirmDialog>
  )
}
