import type { Log } from './log.ts'

/** Work that no request waits for. It may fail, and the server finishes it before it stops. */
export type Background = {
  run(what: string, work: () => Promise<unknown>): void
  settled(): Promise<void>
}

export function createBackground(log: Log): Background {
  const open = new Set<Promise<unknown>>()
  return {
    run(what, work) {
      const done: Promise<unknown> = work()
        .catch((error) => log.warn(`could not ${what}`, { reason: String(error) }))
        .finally(() => open.delete(done))
      open.add(done)
    },
    async settled() {
      await Promise.all(open)
    },
  }
}
