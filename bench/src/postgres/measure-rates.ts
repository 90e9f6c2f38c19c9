/** Sign-ins and session checks on PostgreSQL, by the CPU time of the server and of the database. */

import { contender, type Plan } from '../alternate.ts'
import { COUNTED } from '../counting/count-statements.ts'
import type { Load } from '../load/load-process.ts'
import type { Action } from '../load/order.ts'
import { startCountersign } from '../servers/servers.ts'
import { signInFirst } from '../sign-ins/compare.ts'
import type { Cluster } from './cluster.ts'

/** One value per round. */
export type PostgresRates = {
  action: Action
  perServerCpuSecond: number[]
  perDatabaseCpuSecond: number[]
  perSecond: number[]
  p50: number[]
  p99: number[]
}

const FIRST_PEOPLE = 2000

export async function measurePostgresRates(
  load: Load,
  folder: string,
  { cluster, plan }: { cluster: Cluster; plan: Plan },
): Promise<PostgresRates[]> {
  const environment = { DATABASE_URL: await cluster.createDatabase() }
  const ours = contender('countersign', await startCountersign(folder, { environment }))
  const { port, cpu } = ours.server
  const rates = COUNTED.map((action): PostgresRates => {
    return { action, perServerCpuSecond: [], perDatabaseCpuSecond: [], perSecond: [], p50: [], p99: [] }
  })
  try {
    await signInFirst(load, ours, FIRST_PEOPLE)
    for (let round = -1; round < plan.rounds; round++)
      for (const rate of rates) {
        const before = { server: cpu(), database: cluster.cpu() }
        const order = { system: ours.name, action: rate.action, port, concurrency: plan.concurrency }
        const { done, seconds, p50, p99 } = await load.run(order, () => cpu() - before.server >= plan.cpuSeconds)
        if (round < 0) continue
        rate.perServerCpuSecond.push(done / (cpu() - before.server))
        rate.perDatabaseCpuSecond.push(done / (cluster.cpu() - before.database))
        rate.perSecond.push(done / seconds)
        rate.p50.push(p50)
        rate.p99.push(p99)
      }
    return rates
  } finally {
    await ours.server.stop('SIGKILL')
  }
}
