import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserTimers, onReturn } from '../../session/browser.ts'
import { followEvents } from '../../session/events.ts'
import { usePage } from '../page-context.tsx'
import { useAccount } from './use-signed-in.ts'

/** Hears what happens to the account elsewhere, for as long as somebody is signed in. */
export function Events() {
  const { session, tabs } = usePage()
  const { me, session: current } = useAccount()
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
        async look() {
          await session.check()
          const now = session.getSession()
          // The other tabs of this browser may be too many to be told by the server: they look for themselves.
          if (now.status === 'signed-out') tabs.tell({ t: 'in', person: me.id, sid: current.id, at: Date.now() })
        },
        async onChanged() {
          await Promise.all([client.invalidateQueries(), session.check()])
        },
      }),
    [session, tabs, client, me.id, current.id],
  )
  return null
}
