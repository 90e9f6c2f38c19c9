import { useCallback, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { admin } from '../words/admin.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

const { leaving: words } = admin

type AskProps = { active: boolean; title?: string; body?: string }

/** Asks before a link or the way back takes the person away from what would be lost by it: changes that are not saved, unless said. */
export function AskBeforeLeaving({ active, title = words.title, body = words.body }: AskProps) {
  const [goOn, setGoOn] = useState<() => void>()
  const hold = useCallback((next: () => void) => setGoOn(() => next), [])
  useLeaveGuard(active, hold)
  if (!goOn) return null
  const leave = () => {
    setGoOn(undefined)
    goOn()
  }
  return (
    <ConfirmDialog title={title} act={words.leave} cancel={words.stay} onAct={leave} onClose={() => setGoOn(undefined)}>
      <p>{body}</p>
    </ConfirmDialog>
  )
}
