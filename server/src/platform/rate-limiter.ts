/** Token buckets in memory: each key remembers only when its bucket will be full again (GCRA). */

import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_BUCKETS_MAX } from '@countersign/contract/limits.ts'
import { copyString } from './copy-string.ts'

export type Rate = { burst: number; perMs: number }

export type Bucket = { key: string; rate: Rate }

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** With `within`, a bucket that many keys share, a token is taken from both or from none. */
export function createRateLimiter(now: () => number, maxBuckets = RATE_BUCKETS_MAX) {
  const fullAgainAt = new Map<string, number>()
  let tidyAt = TIDY_MIN
  const waitFor = (key: string, rate: Rate, time: number) =>
    waitAt(fullAfter(fullAgainAt.get(key), time, rate), time, rate)
  const waitForBoth = (key: string, rate: Rate, time: number, within: Bucket | undefined) =>
    Math.max(waitFor(key, rate, time), within ? waitFor(within.key, within.rate, time) : 0)
  function countToken(key: string, rate: Rate, time: number): void {
    const full = fullAfter(fullAgainAt.get(key), time, rate)
    // The least recently used come first.
    fullAgainAt.delete(key)
    fullAgainAt.set(copyString(key), full)
    if (fullAgainAt.size > Math.min(tidyAt, maxBuckets)) tidy(time)
  }
  /** A full bucket is the same as none. The work is in proportion to the buckets that were added since. */
  function tidy(time: number): void {
    for (const [key, full] of fullAgainAt) if (full <= time) fullAgainAt.delete(key)
    if (fullAgainAt.size > maxBuckets) evictOldest(fullAgainAt)
    tidyAt = Math.max(TIDY_MIN, 2 * fullAgainAt.size)
  }
  /** What is refused creates no bucket: keys that cost nothing to change would push out those of others. */
  function takeOrWait(key: string, rate: Rate, within: Bucket | undefined): number {
    const time = now()
    const waitMs = waitForBoth(key, rate, time, within)
    if (waitMs > 0) return waitMs
    if (within) countToken(within.key, within.rate, time)
    countToken(key, rate, time)
    return 0
  }
  return {
    /** Takes one token from the bucket, or throws `rate_limited` with the time to wait. */
    take(key: string, rate: Rate, within?: Bucket): void {
      const waitMs = takeOrWait(key, rate, within)
      if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
    },
    /** Takes a token if there is one. */
    tryTake: (key: string, rate: Rate, within?: Bucket) => takeOrWait(key, rate, within) === 0,
    /** Returns a token that was taken before it was known whether it counts. */
    giveBack(key: string, rate: Rate, within?: Bucket): void {
      for (const bucket of within ? [{ key, rate }, within] : [{ key, rate }]) {
        const full = fullAgainAt.get(bucket.key)
        if (full !== undefined) fullAgainAt.set(bucket.key, full - bucket.rate.perMs / bucket.rate.burst)
      }
    },
    isEmpty: (key: string, rate: Rate, within?: Bucket) => waitForBoth(key, rate, now(), within) > 0,
  }
}

const TIDY_MIN = 1000

/** When the bucket would be full again after one more token was taken at `time`. */
function fullAfter(storedFullAt: number | undefined, time: number, { burst, perMs }: Rate): number {
  const step = perMs / burst
  if (storedFullAt === undefined) return time + step
  // If the clock was set back, do not wait for it to catch up.
  return (storedFullAt > time + perMs + 1e-6 ? time : Math.max(storedFullAt, time)) + step
}

function waitAt(full: number, time: number, { perMs }: Rate): number {
  return full - time > perMs + 1e-6 ? full - time - perMs : 0
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
