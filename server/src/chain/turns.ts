import { AppError } from '@countersign/contract/errors.ts'
import { RPC_PARALLEL, RPC_RETRY_AFTER_S, RPC_WAITING } from '@countersign/contract/limits.ts'

/** So many at once; more wait for their turn, and a crowd is told to come back. */
export type Turns = { take<T>(work: () => Promise<T>): Promise<T> }

export function createTurns(): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take(work) {
      if (running >= RPC_PARALLEL) {
        if (waiting.length >= RPC_WAITING) throw new AppError('rpc_unavailable', { retryAfter: RPC_RETRY_AFTER_S })
        // Whoever wakes us hands its place over, so nobody can come in between.
        await new Promise<void>((resolve) => waiting.push(resolve))
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
