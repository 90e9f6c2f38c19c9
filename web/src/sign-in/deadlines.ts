import type { ProblemCode } from '@countersign/contract/error/problem-code.ts'
import * as limits from '@countersign/contract/limits.ts'
import type { Attempt } from './attempt.ts'

/** Wall-clock times, so that a sleeping tab does not extend them. */
type Deadlines = { hints: number[]; end: number; code: ProblemCode }

export function deadlinesOf(attempt: Attempt): Deadlines | undefined {
  if (!('startedAt' in attempt)) return undefined
  const { startedAt } = attempt
  switch (attempt.status) {
    case 'connecting':
    case 'picking': {
      const hints = [startedAt + limits.CONNECT_HINT_MS, startedAt + limits.CONNECT_STALLED_MS]
      if (attempt.status === 'connecting') {
        const { code, oneStep } = attempt
        if (code) return { hints: [], end: code.endsAt, code: 'wallet/code_expired' }
        if (oneStep) return { hints, end: oneStep.endsAt - limits.CHALLENGE_GUARD_MS, code: 'challenge_expired' }
      }
      return { hints, end: startedAt + limits.CONNECT_ABANDON_MS, code: 'wallet/no_answer' }
    }
    case 'preparing':
      return { hints: [], end: startedAt + limits.VERIFY_LIMIT_MS, code: 'server/slow' }
    case 'signing': {
      const hints = [startedAt + limits.SIGN_HINT_MS]
      const expiry = attempt.challenge.endsAt - limits.CHALLENGE_GUARD_MS
      const silence = attempt.returnedAt === undefined ? Infinity : attempt.returnedAt + limits.NO_SIGNATURE_AFTER_MS
      return silence < expiry
        ? { hints, end: silence, code: 'wallet/no_signature' }
        : { hints, end: expiry, code: 'challenge_expired' }
    }
    case 'verifying':
      return {
        hints: [startedAt + limits.VERIFY_NOTE_MS],
        end: startedAt + limits.VERIFY_LIMIT_MS,
        code: 'server/slow',
      }
  }
}
