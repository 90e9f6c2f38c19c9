import { useCallback, useState } from 'react'
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx'
import { account } from '../words/account/account.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

const { leaving: words } = account.form

type LeaveGuardProps = { active: boolean; title?: string; body?: string }

/** Confirms before navigation discards unsaved input or a secret that is shown once. */
export function LeaveGuard({ active, title = words.title, body = words.body }: LeaveGuardProps) {
  const [proceed, setProceed] = useState<() => void>()
  const block = useCallback((next: () => void) => setProceed(() => next), [])
  useLeaveGuard(active, block)
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
