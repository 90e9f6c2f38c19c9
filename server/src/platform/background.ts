import type { Log } from './log.ts'

export type Background = ReturnType<typeof createBackground>

/** Work that no request waits for. It may fail, and the server finishes it before it stops. */
export function createBackground(log: Log) {
  const open = new Set<Promise<unknown>>()
  return {
    run(what: string, work: () => Promise<unknown>): void {
      const done: Promise<unknown> = work()
        .catch((error) => log.warn(`could not ${what}`, { reason: String(error) }))
        .finally(() => open.delete(done))
      open.add(done)
    },
    async settled(): Promise<void> {
      await Promise.all(open)
    },
  }
}
