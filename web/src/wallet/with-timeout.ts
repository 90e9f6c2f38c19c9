import type { Timers } from './env.ts'

/** Resolves with undefined after `ms`. */
export function withTimeout<T>(timers: Timers, ms: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(ms, () => resolve(undefined))
    promise.then(resolve, reject).finally(cancel)
  })
}
