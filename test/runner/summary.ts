/** The last lines of a run. */

import { say } from '../../scripts/setup.mjs'
import type { Result } from './run-files.ts'

const SLOWEST = 10

export function printSlowest({ files }: Result): void {
  const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST)
  say('\nSlowest files')
  for (const { file, milliseconds } of slowest) say(`  ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file}`)
}

/** Where the processor time went, in the order it was spent. */
export function printStages(stages: readonly { name: string; cpuSeconds: number }[]): void {
  say('\nCPU time')
  for (const { name, cpuSeconds } of stages) say(`  ${cpuSeconds.toFixed(1).padStart(6)} s  ${name}`)
}

export function printSummary(
  { passed, failures, skipped }: Result,
  { wallSeconds, cpuSeconds }: { wallSeconds: number; cpuSeconds: number },
): void {
  const counts = [`${passed} passed`, `${failures.length} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])]
  say(`\n${counts.join(', ')}, ${Math.round(wallSeconds)} s wall, ${Math.round(cpuSeconds)} s CPU`)
}
