import * as z from 'zod/mini'
import type { SessionEndReason } from './session.ts'

/** Pushed to open pages. `me.changed`: reload what belongs to this person. */
export type ServerEvent = { event: 'session.ended'; reason: SessionEndReason } | { event: 'me.changed' }

export const listenToEvents = { answer: z.string() }
