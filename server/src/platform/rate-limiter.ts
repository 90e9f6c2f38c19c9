/** Token buckets in memory: each key remembers only when its bucket will be full again (GCRA). */

import { AppError } from '@countersign/contract/errors.ts'
import { RATE_BUCKETS_MAX } from '@countersign/contract/limits.ts'

export type Rate = { burst: number; perMs: number }

export type RateLimiter = {
  /** Takes one token from the bucket, or throws `rate_limited` with the time to wait. */
  take(key: string, rate: Rate): void
  /** Takes a token if there is one. */
  tryTake(key: string, rate: Rate): boolean
  isEmpty(key: string, rate: Rate): boolean
}

export function createRateLimiter(now: () => number, maxBuckets = RATE_BUCKETS_MAX): RateLimiter {
  const fullAgainAt = new Map<string, number>()
  function peek(key: string, { burst, perMs }: Rate): { full: number; waitMs: number } {
    const time = now()
    const step = perMs / burst
    const storedFullAt = fullAgainAt.get(key) ?? 0
    // If the clock was set back, do not wait for it to catch up.
    const full = (storedFullAt > time + perMs + 1e-6 ? time : Math.max(storedFullAt, time)) + step
    return { full, waitMs: full - time > perMs + 1e-6 ? full - time - perMs : 0 }
  }
  function waitFor(key: string, rate: Rate): number {
    const { full, waitMs } = peek(key, rate)
    if (waitMs > 0) return waitMs
    fullAgainAt.delete(key)
    fullAgainAt.set(key, full)
    if (fullAgainAt.size > maxBuckets) evictOldest(fullAgainAt)
    return 0
  }
  return {
    take(key, rate) {
      const waitMs = waitFor(key, rate)
      if (waitMs > 0) throw rateLimited(waitMs)
    },
    tryTake: (key, rate) => waitFor(key, rate) === 0,
    isEmpty: (key, rate) => peek(key, rate).waitMs > 0,
  }
}

const EVICTED_SHARE = 1 / 64

/** Many at once: each search for the first entry skips those that were deleted before. */
function evictOldest(buckets: Map<string, number>): void {
  let left = Math.ceil(buckets.size * EVICTED_SHARE)
  for (const key of buckets.keys()) {
    if (left-- <= 0) return
    buckets.delete(key)
  }
}

function rateLimited(waitMs: number): AppError {
  return new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}
