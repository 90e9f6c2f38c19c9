import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { contender } from '../alternate.ts'
import { protectHost } from '../forward-auth.ts'
import { BENCH_SECRET } from '../load/forward-auth-load.ts'
import { after, type Load } from '../load/load-process.ts'
import type { Running } from '../servers/process.ts'
import { startCountersign } from '../servers/servers.ts'
import { signInFirst } from '../sign-ins/compare.ts'

/** Resident memory in MiB; `samples` are taken every second under load. */
export type MemoryFigures = { idle: number; samples: number[]; afterLoad: number; done: number }

const FIRST_PEOPLE = 4000
const IDLE_MS = 5000
const SAMPLE_EVERY_MS = 1000

type OnSample = { onSample: (second: number, memoryMiB: number) => void }
type Duration = OnSample & { seconds: number; concurrency: number }
type Amount = OnSample & { requests: number; concurrency: number }

export function measureMemory(load: Load, folder: string, { seconds, concurrency, onSample }: Duration) {
  return measure(folder, onSample, async (server, sample) => {
    await signInFirst(load, contender('countersign', server), FIRST_PEOPLE)
    protectHost(join(folder, 'countersign.db'))
    const enough = after(seconds)
    const order = { system: 'countersign', action: 'mixed', port: server.port, concurrency } as const
    const { done } = await load.run(order, () => {
      sample()
      return enough()
    })
    return done
  })
}

/** Nobody signs in: what is counted by address must not add up. */
export function measureDistinctAddresses(load: Load, folder: string, { requests, concurrency, onSample }: Amount) {
  return measure(folder, onSample, async (server, sample) => {
    const action = 'distinct-addresses'
    const order = { system: 'countersign', action, port: server.port, concurrency, most: requests } as const
    const { done } = await load.run(order, () => {
      sample()
      return false
    })
    return done
  })
}

type LoadServer = (server: Running, sample: () => void) => Promise<number>

async function measure(folder: string, onSample: OnSample['onSample'], loadServer: LoadServer): Promise<MemoryFigures> {
  mkdirSync(folder, { recursive: true })
  const server = await startCountersign(folder, { environment: { SECRET_KEY: BENCH_SECRET } })
  try {
    await wait(IDLE_MS)
    const idle = server.memoryMiB()
    const samples: number[] = []
    let sampledAt: number | undefined
    const done = await loadServer(server, () => {
      sampledAt ??= performance.now()
      if (performance.now() - sampledAt < SAMPLE_EVERY_MS) return
      sampledAt += SAMPLE_EVERY_MS
      samples.push(server.memoryMiB())
      onSample(samples.length, samples.at(-1) ?? 0)
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
