import { AppError } from '@countersign/contract/error/errors.ts'

/** Runs one piece of work per key at a time: new work aborts that before it, which then fails with `rate_limited`. */
export function createLatestRunner() {
  const running = new Map<string, AbortController>()
  return async <T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    running.get(key)?.abort()
    const own = new AbortController()
    running.set(key, own)
    try {
      const result = await work(own.signal)
      if (own.signal.aborted) throw superseded()
      return result
    } catch (error) {
      throw own.signal.aborted ? superseded() : error
    } finally {
      if (running.get(key) === own) running.delete(key)
    }
  }
}

function superseded(): AppError {
  return new AppError('rate_limited', { retryAfter: 1 })
}
