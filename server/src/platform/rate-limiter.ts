/** Token buckets in memory: each key remembers only when its bucket will be full again (GCRA). */

import { AppError } from '@countersign/contract/errors.ts'
import { RATE_BUCKETS_MAX } from '@countersign/contract/limits.ts'

export type Rate = { burst: number; perMs: number }

export type RateLimiter = {
  /** Takes one token from the bucket, or throws `rate_limited` with the time to wait. */
  take(key: string, rate: Rate): void
  /** For what is only to be told now and then: takes one token if there is one, and says so. */
  isDue(key: string, rate: Rate): boolean
  /** Takes nothing: would the next one have to wait? */
  isEmpty(key: string, rate: Rate): boolean
}

export function createRateLimiter(now: () => number, most = RATE_BUCKETS_MAX): RateLimiter {
  const fullAgainAt = new Map<string, number>()
  /** When the bucket would be full again if one token was taken, and how long it is until there is one. */
  function look(key: string, { burst, perMs }: Rate): { full: number; waitMs: number } {
    const time = now()
    const step = perMs / burst
    const known = fullAgainAt.get(key) ?? 0
    // Emptier than empty: the clock was set back, and nobody shall wait until it has caught up.
    const full = (known > time + perMs + 1e-6 ? time : Math.max(known, time)) + step
    return { full, waitMs: full - time > perMs + 1e-6 ? full - time - perMs : 0 }
  }
  /** Takes one token, or says how long it is until there is one. */
  function waitFor(key: string, rate: Rate): number {
    const { full, waitMs } = look(key, rate)
    if (waitMs > 0) return waitMs
    fullAgainAt.delete(key)
    fullAgainAt.set(key, full)
    if (fullAgainAt.size > most) forgetOldest(fullAgainAt)
    return 0
  }
  return {
    take(key, rate) {
      const waitMs = waitFor(key, rate)
      if (waitMs > 0) throw limited(waitMs)
    },
    isDue: (key, rate) => waitFor(key, rate) === 0,
    isEmpty: (key, rate) => look(key, rate).waitMs > 0,
  }
}

function forgetOldest(buckets: Map<string, number>): void {
  const oldest = buckets.keys().next()
  if (!oldest.done) buckets.delete(oldest.value)
}

function limited(waitMs: number): AppError {
  return new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}
