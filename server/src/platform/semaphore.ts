import { AppError } from '@countersign/contract/error/errors.ts'
import { RPC_RETRY_AFTER_S } from '@countersign/contract/limits.ts'

export type Semaphore = ReturnType<typeof createSemaphore>

/** Limits concurrent work: more wait in a queue, and calls beyond the queue are rejected. */
export function createSemaphore({ parallel, maxWaiting }: { parallel: number; maxWaiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (signal?.aborted) throw busy()
      if (running >= parallel) {
        if (waiting.length >= maxWaiting) throw busy()
        // The slot is handed over on wake-up, so no other call can take it.
        await wait(waiting, signal)
      } else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

function wait(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(wake), 1)
      reject(busy())
    }
    waiting.push(wake)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

function busy(): AppError {
  return new AppError('rpc_unavailable', { retryAfter: RPC_RETRY_AFTER_S })
}
