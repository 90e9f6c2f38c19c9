import * as z from 'zod/mini'
import type { SessionEndReason } from './session.ts'

/** What an open page is told at once. `me.changed`: something of this person changed, ask again. */
export type ServerEvent = { event: 'session.ended'; reason: SessionEndReason } | { event: 'me.changed' }

export const listenToEvents = { answer: z.string() }
