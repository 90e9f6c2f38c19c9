import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccount } from '../components/use-signed-in.ts'
import { usePage } from '../page/page-context.tsx'
import { browserTimers, onReturn } from '../session/browser.ts'
import { followEvents } from '../session/events.ts'
import type { EndedReason } from '../session/tabs.ts'

/** Hears what happens to the account elsewhere, for as long as somebody is signed in. */
export function Events() {
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
        async checkSession(heard) {
          const reason = endedReason(heard)
          await session.check(reason)
          // The other tabs of this browser may be too many to be told by the server: they look for themselves.
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

/** The server's own word for the end, as a tab says it; of a stream that only broke nothing is known. */
function endedReason(heard: string | undefined): EndedReason {
  if (heard === undefined || heard === 'expired' || heard === 'idle') return 'session_expired'
  if (heard === 'wallet_changed') return heard
  return heard === 'signed_out' || heard === 'replaced' ? 'signed_out_elsewhere' : 'session_revoked'
}
