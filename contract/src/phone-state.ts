import type { PhoneState } from './routes/phone.ts'

const LIVE: readonly PhoneState[] = ['created', 'opened', 'matched', 'approved']

/** Whether a request of cross-device sign-in has ended: it never changes again. */
export function isOver(state: PhoneState): boolean {
  return !LIVE.includes(state)
}
