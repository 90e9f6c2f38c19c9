import { EXPIRY_WARNING_MS } from '@countersign/contract/limits.ts'
import type { Session } from '@countersign/contract/routes/session.ts'
import { useState } from 'react'
import { navigate } from '../page/history.tsx'
import { usePage } from '../page/page-context.tsx'
import { useCall } from '../page/use-call.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Alert } from '../ui/feedback/notice.tsx'
import { showToast } from '../ui/feedback/toast.tsx'
import { home } from '../words/pages.ts'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** Shown shortly before the session expires. An idle session can be extended, up to its maximum lifetime. */
export function ExpiryDialog({ session }: { session: Session }) {
  const { session: store } = usePage()
  const [closed, setClosed] = useState(false)
  const stay = useCall(async () => {
    await store.touch()
    setClosed(true)
    showToast(home.stayed)
  })
  if (closed) return null
  const final = Date.parse(session.expiresAt) - Date.parse(session.idleExpiresAt) < EXPIRY_WARNING_MS
  const time = clock.format(new Date(final ? session.expiresAt : session.idleExpiresAt))
  const signInAgain = () => navigate(`/sign-in?switch=1&return_to=${encodeURIComponent(location.pathname)}`)
  return (
    <Dialog
      title={home.soonTitle}
      onClose={() => setClosed(true)}
      actions={
        <>
          <Button look="primary" onClick={() => (final ? signInAgain() : void stay.run())}>
            {final ? home.signInAgain : home.stay}
          </Button>
          <Button onClick={() => setClosed(true)}>{home.notNow}</Button>
        </>
      }
    >
      <div className="stack">
        <p>{final ? home.soonFinal(time) : home.soon(time)}</p>
        <Alert>{stay.error ? home.notReached : null}</Alert>
      </div>
    </Dialog>
  )
}
