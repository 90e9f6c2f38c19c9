import { createHash } from 'node:crypto'

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Half the range relative to the median. */
export function spread(values: number[]): number {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values)
}

/** The median of the ratios per round, since the machine may drift between rounds. */
export function ratio(ours: number[], theirs: number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

const BLOCK = Buffer.alloc(1 << 20, 7)

/** CPU milliseconds of a constant task, which shows the variance of the machine. */
export function measureNoise(): number {
  const before = process.cpuUsage()
  for (let block = 0; block < 400; block++) createHash('sha256').update(BLOCK).digest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
