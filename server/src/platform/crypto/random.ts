import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 8192

/** Random bytes from a pool. No byte is used twice. */
export function createRandom(): (bytes: number) => Buffer {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  return (bytes) => {
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const taken = Buffer.from(pool.subarray(used, used + bytes))
    pool.fill(0, used, used + bytes)
    used += bytes
    return taken
  }
}
