import { createHash } from 'node:crypto'

const BLOCK = Buffer.alloc(1 << 20, 7)

/** CPU milliseconds of a constant task, which shows the variance of the machine. */
export function measureNoise(): number {
  const before = process.cpuUsage()
  for (let block = 0; block < 400; block++) createHash('sha256').update(BLOCK).digest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
