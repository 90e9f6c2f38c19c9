import { closeAdminMode } from '@countersign/contract/routes/session.ts'
import { ShieldCheck } from 'lucide'
import { useEffect, useState } from 'react'
import { callRoute } from '../api/call.ts'
import { ErrorNotice } from '../components/loaded.tsx'
import { usePath } from '../page/history.tsx'
import { usePage } from '../page/page-context.tsx'
import { useCall } from '../page/use-call.ts'
import { Button } from '../ui/controls/button.tsx'
import { Menu } from '../ui/controls/menu.tsx'
import { Icon } from '../ui/icon.tsx'
import { stepUp as text } from '../words/account/step-up.ts'

const MINUTE_MS = 60_000

export function AdminMode({ until }: { until: string | null }) {
  const minutes = useMinutesLeft(until)
  return minutes > 0 ? <AdminModeMenu minutes={minutes} /> : null
}

function AdminModeMenu({ minutes }: { minutes: number }) {
  const path = usePath()
  const { session } = usePage()
  const { busy, error, run: close } = useCall(async () => session.signedIn(await callRoute(closeAdminMode)))
  const summary = (
    <>
      <Icon icon={ShieldCheck} size={16} />
      <span>
        <span className="admin-mode-word">{text.adminMode}, </span>
        {text.adminLeft(minutes)}
      </span>
    </>
  )
  return (
    <Menu key={path} group="header" className="admin-mode" summary={summary}>
      <div className="stack stack-medium">
        <p className="small">{text.adminOpen}</p>
        <Button className="wide" busy={busy} onClick={() => void close()}>
          {text.closeAdminMode}
        </Button>
        {error ? <ErrorNotice error={error} /> : null}
      </div>
    </Menu>
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
