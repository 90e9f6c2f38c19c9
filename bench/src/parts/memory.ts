import type { Load } from '../load/load-process.ts'
import { type MemoryFigures, measureDistinctAddresses, measureMemory } from '../memory/measure-memory.ts'
import { plan, quick } from '../options.ts'
import { printVerdicts, say, type Verdict, verdict, whole } from '../report.ts'
import { createFolder } from '../run-folder.ts'
import { median } from '../statistics.ts'

const SECONDS = quick ? 60 : 600
const REQUESTS = quick ? 100_000 : 350_000
const REPORT_EVERY = quick ? 10 : 60
const TARGETS = { idleMiB: 90, afterLoadMiB: 200, afterAddressesMiB: 250, growth: 1.05 }

export async function runMemory(load: Load): Promise<Verdict[]> {
  const { concurrency } = plan
  say(`Memory under mixed load, ${SECONDS / 60} min …`)
  const mixed = await measureMemory(load, createFolder('memory'), { seconds: SECONDS, concurrency, onSample })
  say(`${whole(mixed.done)} requests and sign-ins`)
  say(`Memory under ${whole(REQUESTS)} requests from distinct addresses …`)
  const addresses = await measureDistinctAddresses(load, createFolder('memory-addresses'), {
    requests: REQUESTS,
    concurrency,
    onSample,
  })
  const { idleMiB, afterLoadMiB, afterAddressesMiB, growth } = TARGETS
  return printVerdicts(
    [
      judgeMemory('(k) memory, idle', mixed.idle, idleMiB),
      judgeMemory('(k) memory, after load', mixed.afterLoad, afterLoadMiB),
      judgeThirds('(k) memory, last third to middle third', mixed, growth),
      judgeMemory('(k) memory, after distinct addresses', addresses.afterLoad, afterAddressesMiB),
      judgeThirds('(k) memory, distinct addresses, last third to middle third', addresses, growth),
    ],
    ['resident memory', 'Countersign', 'target', ''],
  )
}

function onSample(second: number, memoryMiB: number): void {
  if (second % REPORT_EVERY === 0) say(`  ${second} s: ${whole(memoryMiB)} MiB`)
}

function judgeMemory(title: string, memoryMiB: number, mostMiB: number): Verdict {
  return verdict([title, `${whole(memoryMiB)} MiB`, `≤ ${mostMiB} MiB`], memoryMiB <= mostMiB)
}

function judgeThirds(title: string, { samples }: MemoryFigures, most: number): Verdict {
  const third = Math.floor(samples.length / 3)
  const thirds = [0, 1, 2].map((at) => median(samples.slice(at * third, at < 2 ? (at + 1) * third : undefined)))
  const [, middle = Number.NaN, last = Number.NaN] = thirds
  const shown = `${(last / middle).toFixed(3)} x (${thirds.map(whole).join(', ')} MiB)`
  return verdict([title, shown, `≤ ${most} x`], last <= most * middle)
}
