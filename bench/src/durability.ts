/** The cost of an fsync before each acknowledged sign-in, sequentially and with 32 concurrent. */

import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Order } from './load/generate-load.ts'
import { after, type Load } from './load/load-process.ts'
import { startCountersign } from './servers/servers.ts'
import { median } from './statistics.ts'

export type Durability = { concurrency: number; perSecond: number; p50: number; syncsPerSignIn: number | undefined }

export async function measureDurability(load: Load, folder: string, seconds: number): Promise<Durability[]> {
  const canTrace = spawnSync('strace', ['--version'], { stdio: 'ignore' }).status === 0
  const figures: Durability[] = []
  for (const concurrency of [1, 32]) {
    const at = join(folder, `durability-${concurrency}`)
    mkdirSync(at)
    const { perSecond, p50 } = await measureRate(load, at, { seconds, concurrency })
    const syncsPerSignIn = canTrace ? await countSyncs(load, at, { seconds, concurrency }) : undefined
    figures.push({ concurrency, perSecond, p50, syncsPerSignIn })
  }
  return figures
}

type Round = { seconds: number; concurrency: number }

async function measureRate(load: Load, folder: string, round: Round): Promise<{ perSecond: number; p50: number }> {
  const server = await startCountersign(folder)
  try {
    const order = orderFor(server.port, round.concurrency)
    await load.run(order, after(round.seconds / 2))
    const { done, seconds, p50 } = await load.run(order, after(round.seconds))
    return { perSecond: done / seconds, p50 }
  } finally {
    await server.stop('SIGKILL')
  }
}

/** Counted in a separate run, since tracing slows the server down. */
async function countSyncs(load: Load, folder: string, round: Round): Promise<number> {
  const traceFile = join(folder, 'fsync.trace')
  const server = await startCountersign(folder, { traceFile })
  const atStart = countCalls(traceFile)
  try {
    const { done } = await load.run(orderFor(server.port, round.concurrency), after(round.seconds))
    return (countCalls(traceFile) - atStart) / done
  } finally {
    await server.stop('SIGKILL')
  }
}

function orderFor(port: number, concurrency: number): Order {
  return { system: 'countersign', action: 'sign-in', port, concurrency }
}

function countCalls(traceFile: string): number {
  return readFileSync(traceFile, 'utf8').match(/\bf(?:data)?sync\(/g)?.length ?? 0
}

/** Milliseconds to write and sync 4 kB. */
export function measureSync(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const block = Buffer.alloc(4096, 1)
  const times = Array.from({ length: 50 }, () => {
    const began = performance.now()
    writeSync(file, block)
    fsyncSync(file)
    return performance.now() - began
  })
  closeSync(file)
  return median(times)
}
