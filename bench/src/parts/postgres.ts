import { type Counts, countStatements } from '../counting/count-statements.ts'
import type { Load } from '../load/load-process.ts'
import { hasOption, plan } from '../options.ts'
import { startCluster } from '../postgres/cluster.ts'
import { measurePostgresRates, type PostgresRates } from '../postgres/measure-rates.ts'
import { rate, say, table, type Verdict, whole } from '../report.ts'
import { createFolder } from '../run-folder.ts'
import { median } from '../statistics.ts'
import { printStatements } from './counts.ts'

/** Figures without a target. */
export async function runPostgres(load: Load): Promise<Verdict[]> {
  say('Sign-ins and session checks on PostgreSQL …')
  const cluster = await startCluster()
  if (!cluster) {
    say('Skipped: PostgreSQL is not installed. Set POSTGRES_BIN to its bin folder.')
    return []
  }
  try {
    say(`\n${tableOfRates(await measurePostgresRates(load, createFolder('postgres'), { cluster, plan }))}`)
    const counts = await countStatements(load, createFolder('postgres-counts'), await cluster.createDatabase())
    say(`\n${tableOfTrips(counts)}`)
    if (hasOption('--statements')) printStatements(counts)
  } finally {
    await cluster.stop()
  }
  return []
}

function tableOfRates(rates: PostgresRates[]): string {
  const head = ['PostgreSQL', 'per server CPU second', 'per database CPU second', 'per second', 'p50 / p99']
  const rows = rates.map(({ action, perServerCpuSecond, perDatabaseCpuSecond, perSecond, p50, p99 }) => [
    action,
    rate(perServerCpuSecond),
    rate(perDatabaseCpuSecond),
    whole(median(perSecond)),
    `${median(p50).toFixed(1)} / ${median(p99).toFixed(1)} ms`,
  ])
  return table([head, ...rows])
}

function tableOfTrips(counts: Counts[]): string {
  const rows = counts.map(({ action, reads, writes, transaction, trips }) => [
    action,
    ...[reads, writes, transaction, trips].map((count) => count.toFixed(1)),
  ])
  return table([['PostgreSQL, per action', 'reads', 'writes', 'transaction', 'round trips'], ...rows])
}
