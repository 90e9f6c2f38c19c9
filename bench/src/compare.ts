/** Targets (a) and (b): the servers in alternation under the same load, by their CPU time. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Order } from './load/generate-load.ts'
import type { Load } from './load/load-process.ts'
import type { SystemName } from './load/systems.ts'
import type { Running } from './servers/process.ts'
import { startBareHttp, startBetterAuth, startCountersign } from './servers/servers.ts'
import { median } from './statistics.ts'

export type Plan = { rounds: number; cpuSeconds: number; concurrency: number }

type Rounds = { perCpuSecond: number[]; p50: number[]; p99: number[] }
export type Side = { p50: number; p99: number; memoryMiB: number; startedIn: number }
export type Comparison = {
  signIns: Record<'ours' | 'theirs', number[]>
  sessionChecks: Record<'ours' | 'theirs', number[]>
  /** Constant responses of node:http per CPU second. */
  bareHttp: number[]
  ours: Side
  theirs: Side
  /** Sign-ins acknowledged by Countersign, and sessions in its database after SIGKILL. */
  acknowledged: number
  onDisk: number
}

export type Contender = { name: SystemName; server: Running; acknowledged: number }

export async function compare(load: Load, folder: string, plan: Plan): Promise<Comparison> {
  const ours = contender('countersign', await startCountersign(folder))
  const theirs = contender('better-auth', await startBetterAuth(folder))
  const bare = contender('bare-http', await startBareHttp())
  try {
    const [ourSignIns, theirSignIns] = await alternate(load, [ours, theirs], { action: 'sign-in', ...plan })
    const [ourChecks, theirChecks, bareChecks] = await alternate(load, [ours, theirs, bare], {
      action: 'session-check',
      ...plan,
    })
    const sides = { ours: sideOf(ours, ourSignIns), theirs: sideOf(theirs, theirSignIns) }
    await ours.server.stop('SIGKILL')
    return {
      signIns: { ours: ourSignIns.perCpuSecond, theirs: theirSignIns.perCpuSecond },
      sessionChecks: { ours: ourChecks.perCpuSecond, theirs: theirChecks.perCpuSecond },
      bareHttp: bareChecks.perCpuSecond,
      ...sides,
      acknowledged: ours.acknowledged,
      onDisk: countSessions(join(folder, 'countersign.db')),
    }
  } finally {
    for (const { server } of [ours, theirs, bare]) await server.stop('SIGKILL')
  }
}

export function contender(name: SystemName, server: Running): Contender {
  return { name, server, acknowledged: 0 }
}

type Alternation = Plan & { action: Order['action'] }

/** Every other round runs in reverse order; the first round warms up and is not counted. */
export async function alternate<const C extends Contender[]>(load: Load, contenders: C, alternation: Alternation) {
  const rounds = contenders.map((): Rounds => ({ perCpuSecond: [], p50: [], p99: [] }))
  const order = [...contenders.entries()]
  for (let round = -1; round < alternation.rounds; round++) {
    for (const [index, one] of round % 2 === 0 ? order : order.toReversed()) {
      const { perCpuSecond, p50, p99 } = await measureRound(load, one, alternation)
      if (round < 0) continue
      rounds[index]?.perCpuSecond.push(perCpuSecond)
      rounds[index]?.p50.push(p50)
      rounds[index]?.p99.push(p99)
    }
  }
  return rounds as { [Index in keyof C]: Rounds } // one for each contender, in their order
}

async function measureRound(load: Load, one: Contender, { action, concurrency, cpuSeconds }: Alternation) {
  const { port, cpu } = one.server
  const before = cpu()
  const used = () => cpu() - before
  const outcome = await load.run({ system: one.name, action, port, concurrency }, () => used() >= cpuSeconds)
  if (action === 'sign-in') one.acknowledged += outcome.done
  return { perCpuSecond: outcome.done / used(), p50: outcome.p50, p99: outcome.p99 }
}

function sideOf({ server }: Contender, { p50, p99 }: Rounds): Side {
  return { p50: median(p50), p99: median(p99), memoryMiB: server.memoryMiB(), startedIn: server.startedIn }
}

function countSessions(path: string): number {
  const database = new DatabaseSync(path)
  const row = database.prepare('SELECT count(*) AS sessions FROM session').get()
  database.close()
  return Number(row?.sessions)
}
