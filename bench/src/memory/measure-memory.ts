import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { contender } from '../alternate.ts'
import { protectHost } from '../forward-auth.ts'
import { BENCH_SECRET } from '../load/forward-auth-load.ts'
import { after, type Load } from '../load/load-process.ts'
import { startCountersign } from '../servers/servers.ts'
import { signInFirst } from '../sign-ins/compare.ts'

/** Resident memory in MiB; `samples` are taken every second under load. */
export type MemoryFigures = { idle: number; samples: number[]; afterLoad: number; done: number }

const FIRST_PEOPLE = 4000
const IDLE_MS = 5000
const SAMPLE_EVERY_MS = 1000

type Duration = { seconds: number; concurrency: number; onSample: (second: number, memoryMiB: number) => void }

export async function measureMemory(load: Load, folder: string, duration: Duration): Promise<MemoryFigures> {
  mkdirSync(folder, { recursive: true })
  const server = await startCountersign(folder, { environment: { SECRET_KEY: BENCH_SECRET } })
  try {
    await wait(IDLE_MS)
    const idle = server.memoryMiB()
    await signInFirst(load, contender('countersign', server), FIRST_PEOPLE)
    protectHost(join(folder, 'countersign.db'))
    const samples: number[] = []
    const enough = after(duration.seconds)
    let sampledAt = performance.now()
    const order = {
      system: 'countersign',
      action: 'mixed',
      port: server.port,
      concurrency: duration.concurrency,
    } as const
    const { done } = await load.run(order, () => {
      if (performance.now() - sampledAt >= SAMPLE_EVERY_MS) {
        sampledAt += SAMPLE_EVERY_MS
        samples.push(server.memoryMiB())
        duration.onSample(samples.length, samples.at(-1) ?? 0)
      }
      return enough()
    })
    await wait(IDLE_MS)
    return { idle, samples, afterLoad: server.memoryMiB(), done }
  } finally {
    await server.stop('SIGKILL')
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
