import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { admin } from '../../words/admin.ts'
import { useLeaveGuard } from '../account/use-leave-guard.ts'
import { navigate } from '../history.tsx'

const { leaving: words } = admin

type AskProps = { active: boolean; title?: string; body?: string }

/** Asks before a link takes the person away from what would be lost by it: changes that are not saved, unless said. */
export function AskBeforeLeaving({ active, title = words.title, body = words.body }: AskProps) {
  const [to, setTo] = useState<string>()
  useLeaveGuard(active, setTo)
  if (to === undefined) return null
  const leave = () => {
    setTo(undefined)
    navigate(to)
  }
  return (
    <ConfirmDialog title={title} act={words.leave} cancel={words.stay} onAct={leave} onClose={() => setTo(undefined)}>
      <p>{body}</p>
    </ConfirmDialog>
  )
}
