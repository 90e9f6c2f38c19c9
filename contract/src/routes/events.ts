import * as z from 'zod/mini'
import { defineRoute } from '../route.ts'
import type { SessionEndReason } from './session.ts'

/** What an open page is told at once. `me.changed`: something of this person changed, ask again. */
export type ServerEvent = { event: 'session.ended'; reason: SessionEndReason } | { event: 'me.changed' }

/** Server-sent events, each `event:` one of the above with JSON `data:`. */
export const listenToEvents = defineRoute({
  method: 'GET',
  path: '/api/events',
  caller: 'session',
  body: z.undefined(),
  answer: z.string(),
  status: 200,
  media: 'text/event-stream',
  errors: ['unauthenticated', 'session_expired', 'session_revoked'],
})
