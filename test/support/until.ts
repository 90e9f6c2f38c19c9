import assert from 'node:assert/strict'

/** The timeout for conditions that should hold at once; only a very busy machine needs it. */
export const WAIT_MS = 60_000
/** The timeout for starting a program. */
export const START_MS = 120_000

/** Waits until the value satisfies the condition, and fails with the last value. */
export async function until<T>(
  read: () => Promise<T> | T,
  holds: (value: T) => boolean,
  description: string,
  limitMs = WAIT_MS,
): Promise<T> {
  const end = Date.now() + limitMs
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    if (Date.now() > end) assert.fail(`${description}: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
