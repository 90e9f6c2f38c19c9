/** The options of `npm run bench`; scripts/bench.mjs describes them. */

import type { Plan } from './alternate.ts'

export const quick = hasOption('--quick')

export const plan: Plan = quick
  ? { rounds: 3, cpuSeconds: 1.25, concurrency: 32 }
  : { rounds: 7, cpuSeconds: 4, concurrency: 32 }

export function hasOption(name: string): boolean {
  return process.argv.includes(name)
}

/** The value of `--name=value`. */
export function readOption(name: string): string | undefined {
  return process.argv.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
}
