import type { Contender } from '../alternate.ts'
import { after, type Load } from '../load/load-process.ts'
import type { Action } from '../load/order.ts'

/** Milliseconds; one side for each contender, in their order. */
export type Latency = { action: Action; concurrency: number; sides: { p50: number; p99: number }[] }

const ACTIONS = ['new-sign-in', 'returning-sign-in', 'session-check'] as const
const CONCURRENCY = [1, 32, 256]

export async function measureLatencies(load: Load, contenders: Contender[], seconds: number): Promise<Latency[]> {
  const latencies: Latency[] = []
  for (const action of ACTIONS)
    for (const concurrency of CONCURRENCY) {
      const sides = []
      for (const one of contenders) {
        const order = { system: one.name, action, port: one.server.port, concurrency }
        const { done, p50, p99 } = await load.run(order, after(seconds))
        if (action.endsWith('sign-in')) one.acknowledged += done
        sides.push({ p50, p99 })
      }
      latencies.push({ action, concurrency, sides })
    }
  return latencies
}
