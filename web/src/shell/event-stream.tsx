import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccount } from '../components/use-signed-in.ts'
import { usePage } from '../page/page-context.tsx'
import { browserTimers, onReturn } from '../session/browser.ts'
import { followEvents } from '../session/events.ts'
import type { EndedReason } from '../session/tabs.ts'

export function EventStream() {
  const { session, tabs } = usePage()
  const { session: current } = useAccount()
  const client = useQueryClient()
  useEffect(
    () =>
      followEvents({
        open: (url) => new EventSource(url),
        timers: browserTimers,
        onReturn,
        onHide(listener) {
          addEventListener('pagehide', listener)
          return () => removeEventListener('pagehide', listener)
        },
        async checkSession(sent) {
          const reason = endedReason(sent)
          await session.check(reason)
          // The server limits streams per browser, so the other tabs are notified here.
          if (session.getSession().status === 'signed-out')
            tabs.post({ t: 'ended', sid: current.id, reason, at: Date.now() })
        },
        async onChanged() {
          await Promise.all([client.invalidateQueries(), session.check()])
        },
      }),
    [session, tabs, client, current.id],
  )
  return null
}

/** Maps the reason sent by the server to the one shared between tabs; a broken stream has none. */
function endedReason(sent: string | undefined): EndedReason {
  if (sent === undefined || sent === 'expired' || sent === 'idle') return 'session_expired'
  if (sent === 'wallet_changed') return sent
  return sent === 'signed_out' || sent === 'replaced' ? 'signed_out_elsewhere' : 'session_revoked'
}
