import { measureDurability } from '../durability.ts'
import type { Load } from '../load/load-process.ts'
import { plan } from '../options.ts'
import { say, table, type Verdict, whole } from '../report.ts'
import { folder } from '../run-folder.ts'

/** Figures without a target. */
export async function runDurability(load: Load): Promise<Verdict[]> {
  say('Durability …')
  const figures = await measureDurability(load, folder, plan.cpuSeconds)
  const head = ['(d) durable sign-ins', 'per second', 'p50', 'fsyncs per sign-in', 'WAL per sign-in']
  const rows = figures.map(({ concurrency, perSecond, p50, syncsPerSignIn, walBytesPerSignIn }) => [
    `${concurrency} concurrent`,
    whole(perSecond),
    `${p50.toFixed(1)} ms`,
    syncsPerSignIn?.toFixed(2) ?? '(no strace)',
    `${whole(walBytesPerSignIn)} B`,
  ])
  say(`\n${table([head, ...rows])}`)
  return []
}
