import { type Counts, countStatements } from '../counting/count-statements.ts'
import type { Load } from '../load/load-process.ts'
import { hasOption } from '../options.ts'
import { say, table, type Verdict, whole } from '../report.ts'
import { createFolder } from '../run-folder.ts'

/** Figures without a target; `--statements` lists the SQL, too. */
export async function runCounts(load: Load): Promise<Verdict[]> {
  say('SQL statements and pages, one action at a time …')
  const counts = await countStatements(load, createFolder('counts'))
  const head = ['SQLite, per action', 'reads', 'writes', 'transaction', 'pages written', 'WAL']
  const rows = counts.map(({ action, reads, writes, transaction, pages = 0, walBytes = 0 }) => [
    action,
    ...[reads, writes, transaction, pages].map((count) => count.toFixed(1)),
    `${whole(walBytes)} B`,
  ])
  say(`\n${table([head, ...rows])}`)
  if (hasOption('--statements')) printStatements(counts)
  return []
}

export function printStatements(counts: Counts[]): void {
  for (const { action, statements } of counts)
    say(`\n${action}\n${statements.map(([sql, times]) => `${times.toFixed(2).padStart(6)}  ${sql}`).join('\n')}`)
}
