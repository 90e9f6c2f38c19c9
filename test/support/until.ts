import assert from 'node:assert/strict'

/** For what should be there at once: only a machine that is very busy needs so long. */
export const WAIT_MS = 60_000
/** For a program to come up. */
export const START_MS = 120_000

/** Waits until it holds; what was wrong last is told when it never does. */
export async function until<T>(
  read: () => Promise<T> | T,
  holds: (value: T) => boolean,
  what: string,
  limitMs = WAIT_MS,
): Promise<T> {
  const end = Date.now() + limitMs
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    if (Date.now() > end) assert.fail(`${what}: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
