/** Measures servers in alternation under the same load by their CPU time, since the machine may drift. */

import type { Load } from './load/load-process.ts'
import type { Action } from './load/order.ts'
import type { SystemName } from './load/systems.ts'
import type { Running } from './servers/process.ts'

export type Plan = { rounds: number; cpuSeconds: number; concurrency: number }

/** `acknowledged` counts its sign-ins; `existingPeople` are in its database from the start. */
export type Contender = { name: SystemName; server: Running; acknowledged: number; existingPeople?: number }

/** One value per round. */
export type Rounds = { perCpuSecond: number[]; p50: number[]; p99: number[] }

export type Entry = { contender: Contender; action: Action }

export function contender(name: SystemName, server: Running): Contender {
  return { name, server, acknowledged: 0 }
}

export function entriesOf<const C extends Contender[]>(action: Action, ...contenders: C) {
  return contenders.map((each) => ({ contender: each, action })) as { [Index in keyof C]: Entry } // the same order
}

/** Every other round runs in reverse order; the first round warms up and is not counted. */
export async function alternate<const E extends readonly Entry[]>(load: Load, entries: E, plan: Plan) {
  const rounds = entries.map((): Rounds => ({ perCpuSecond: [], p50: [], p99: [] }))
  const order = [...entries.entries()]
  for (let round = -1; round < plan.rounds; round++) {
    for (const [index, entry] of round % 2 === 0 ? order : order.toReversed()) {
      const { perCpuSecond, p50, p99 } = await measureRound(load, entry, plan)
      if (round < 0) continue
      rounds[index]?.perCpuSecond.push(perCpuSecond)
      rounds[index]?.p50.push(p50)
      rounds[index]?.p99.push(p99)
    }
  }
  return rounds as { -readonly [Index in keyof E]: Rounds } // one for each entry, in their order
}

async function measureRound(load: Load, { contender: one, action }: Entry, { concurrency, cpuSeconds }: Plan) {
  const { port, cpu } = one.server
  const before = cpu()
  const used = () => cpu() - before
  const { existingPeople = 0, name: system } = one
  const order = { system, action, port, concurrency, existingPeople }
  const outcome = await load.run(order, () => used() >= cpuSeconds)
  if (action.endsWith('sign-in')) one.acknowledged += outcome.done
  return { perCpuSecond: outcome.done / used(), p50: outcome.p50, p99: outcome.p99 }
}
