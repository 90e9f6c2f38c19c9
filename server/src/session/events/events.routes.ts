import { listenToEvents, type ServerEvent } from '@countersign/contract/routes/session.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../session-record.ts'
import { openHub, sendEvents } from './event-stream.ts'
import type { Hub } from './hub.ts'
import { findSessionSnapshots } from './session-snapshot.store.ts'
import { MISSING_SESSION, watchSession } from './watch-session.ts'

export type SessionHub = Hub<ServerEvent>

export function openSessionHub(context: Context): SessionHub {
  return openHub<ServerEvent>(context, {
    async find(sessionIds) {
      const now = context.now()
      return (await findSessionSnapshots(context.store, sessionIds)).map((snapshot) => watchSession(snapshot, now))
    },
    missing: MISSING_SESSION,
  })
}

export const eventRoutes = (context: Context, authorize: Authorize<SessionRecord>, hub: SessionHub) => [
  authorize(listenToEvents, async ({ exchange, session }) => {
    sendEvents(context, exchange, hub, { id: session.id, lastMark: exchange.header('last-event-id') })
    return ''
  }),
]
