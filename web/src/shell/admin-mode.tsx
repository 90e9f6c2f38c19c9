import { closeAdminMode } from '@countersign/contract/routes/session.ts'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRouteMutation } from '../components/account-data.tsx'
import { ErrorNotice } from '../components/loaded.tsx'
import { usePage, useSession } from '../page/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { stepUp as text } from '../words/account-step-up.ts'
import './admin-mode.css'

const MINUTE_MS = 60_000

export function AdminMode() {
  const session = useSession()
  const until = session.status === 'signed-in' ? session.state.session.adminUntil : null
  const minutes = useMinutesLeft(until)
  return minutes > 0 ? <AdminModeBar minutes={minutes} /> : null
}

function AdminModeBar({ minutes }: { minutes: number }) {
  const page = usePage()
  const close = useRouteMutation(closeAdminMode)
  const press = () => close.mutate({}, { onSuccess: (state) => page.session.signedIn(state) })
  return (
    <section className="admin-mode surface" aria-label={text.adminMode}>
      <ShieldCheck size={20} aria-hidden="true" />
      <p>
        <strong>{text.adminMode}</strong> <span className="soft">{text.adminLeft(minutes)}</span>
      </p>
      <Button busy={close.isPending} onClick={press}>
        {text.closeAdminMode}
      </Button>
      {close.error ? <ErrorNotice error={close.error} /> : null}
    </section>
  )
}

function useMinutesLeft(until: string | null): number {
  const end = until === null ? 0 : Date.parse(until)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, end - Math.max(now, Date.now()))
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), left % MINUTE_MS || MINUTE_MS)
    return () => clearTimeout(timer)
  }, [left])
  return Math.ceil(left / MINUTE_MS)
}
