import type { Load } from '../load/load-process.ts'
import { measureMemory } from '../memory/measure-memory.ts'
import { plan, quick } from '../options.ts'
import { printVerdicts, say, type Verdict, verdict, whole } from '../report.ts'
import { createFolder } from '../run-folder.ts'
import { median } from '../statistics.ts'

const SECONDS = quick ? 60 : 600
const REPORT_EVERY = quick ? 10 : 60
const TARGETS = { idleMiB: 90, afterLoadMiB: 200, growth: 1.05 }

export async function runMemory(load: Load): Promise<Verdict[]> {
  say(`Memory under mixed load, ${SECONDS / 60} min …`)
  const { idle, samples, afterLoad, done } = await measureMemory(load, createFolder('memory'), {
    seconds: SECONDS,
    concurrency: plan.concurrency,
    onSample: (second, memoryMiB) => {
      if (second % REPORT_EVERY === 0) say(`  ${second} s: ${whole(memoryMiB)} MiB`)
    },
  })
  say(`${whole(done)} requests and sign-ins`)
  const third = Math.floor(samples.length / 3)
  const [middle, last] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))]
  const mebibytes = (value: number) => `${whole(value)} MiB`
  const { idleMiB, afterLoadMiB, growth } = TARGETS
  return printVerdicts(
    [
      verdict(['(k) memory, idle', mebibytes(idle), `≤ ${idleMiB} MiB`], idle <= idleMiB),
      verdict(['(k) memory, after load', mebibytes(afterLoad), `≤ ${afterLoadMiB} MiB`], afterLoad <= afterLoadMiB),
      verdict(
        ['(k) memory, last third to middle third', `${(last / middle).toFixed(3)} x`, `≤ ${growth} x`],
        last <= growth * middle,
      ),
    ],
    ['resident memory', 'Countersign', 'target', ''],
  )
}
