import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 8192

/** Random bytes from a pool. No byte is used twice. */
export function createRandom(): (bytes: number) => Buffer {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  return (bytes) => {
    if (bytes > POOL_BYTES) throw new RangeError(`At most ${POOL_BYTES} random bytes at once`)
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const taken = Buffer.allocUnsafe(bytes)
    // For a few bytes a loop is faster than `copy` and `fill`.
    for (let at = 0; at < bytes; at++) {
      taken[at] = pool[used] ?? 0
      pool[used++] = 0
    }
    return taken
  }
}
