import { AppError } from '@countersign/contract/errors.ts'
import { RPC_RETRY_AFTER_S } from '@countersign/contract/limits.ts'

/** So many at once; more wait for their turn, and a crowd is told to come back. */
export type Turns = { take<T>(work: () => Promise<T>): Promise<T> }

export function createTurns({ parallel, most }: { parallel: number; most: number }): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take(work) {
      if (running >= parallel) {
        if (waiting.length >= most) throw new AppError('rpc_unavailable', { retryAfter: RPC_RETRY_AFTER_S })
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
