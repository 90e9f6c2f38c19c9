import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const HEADERS = 500
const HEADER_BYTES = 100_000

/** What of 50 MB of headers is still in memory after a part of each was given to `use`. */
export async function keptBytes(use: (part: string) => unknown): Promise<number> {
  const before = heapBytes()
  for (let count = 0; count < HEADERS; count++)
    await use(Buffer.alloc(HEADER_BYTES, `${count},`).toString('latin1').slice(0, 40))
  return heapBytes() - before
}

/** A tenth of the headers: the rest of the process changes by less. */
export const KEPT_MAX_BYTES = 5_000_000

function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
