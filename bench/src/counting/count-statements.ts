/** Counts SQL statements, pages and round trips of each action, one at a time. */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Contender, contender } from '../alternate.ts'
import type { Load } from '../load/load-process.ts'
import type { Action } from '../load/order.ts'
import { startCountersign } from '../servers/servers.ts'
import { signInFirst } from '../sign-ins/compare.ts'
import { measureLogGrowth } from '../write-ahead-log.ts'

/** Per action. Pages and bytes are of the write-ahead log of SQLite. */
export type Counts = {
  action: Action
  reads: number
  writes: number
  /** BEGIN, SAVEPOINT, COMMIT and the like. */
  transaction: number
  trips: number
  pages?: number
  walBytes?: number
  /** How often each statement ran, most frequent first. */
  statements: [sql: string, times: number][]
}

export const COUNTED = ['new-sign-in', 'returning-sign-in', 'known-device-sign-in', 'session-check'] as const
const REPEATED = 200
const FIRST_PEOPLE = 500
const SETTLE_MS = 2500

export async function countStatements(load: Load, folder: string, databaseUrl?: string): Promise<Counts[]> {
  const logPath = join(folder, 'statements.log')
  const environment = { STATEMENT_LOG: logPath, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const ours = contender(
    'countersign',
    await startCountersign(folder, { environment, preload: 'counting/statement-log' }),
  )
  try {
    await signInFirst(load, ours, FIRST_PEOPLE)
    await settle()
    const counts: Counts[] = []
    for (const action of COUNTED) {
      let lines: string[] = []
      const run = async () => {
        lines = await linesDuring(logPath, () => runOneByOne(load, ours, action))
      }
      const growth = databaseUrl ? await run() : await measureLogGrowth(join(folder, 'countersign.db'), run)
      const pages = growth && { pages: growth.frames / REPEATED, walBytes: growth.bytes / REPEATED }
      counts.push({ action, ...countLines(lines), ...pages })
    }
    return counts
  } finally {
    await ours.server.stop('SIGKILL')
  }
}

async function runOneByOne(load: Load, { name, server }: Contender, action: Action): Promise<void> {
  await load.run({ system: name, action, port: server.port, concurrency: 1, most: REPEATED }, () => false)
  await settle()
}

/** The hash chain of the audit log is written in the background, and is counted with what caused it. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
}

async function linesDuring(path: string, work: () => Promise<void>): Promise<string[]> {
  const before = statSync(path).size
  await work()
  return readFileSync(path).subarray(before).toString().split('\n')
}

function countLines(lines: string[]) {
  const times = new Map<string, number>()
  let trips = 0
  for (const line of lines) {
    if (line.startsWith('trip')) trips++
    const sql = /^statement (.+)$/.exec(line)?.[1]
    if (sql) times.set(sql, (times.get(sql) ?? 0) + 1)
  }
  const statements = [...times].map(([sql, count]): [string, number] => [sql, count / REPEATED])
  const sum = (kind: RegExp) =>
    statements.filter(([sql]) => kind.test(sql)).reduce((total, [, count]) => total + count, 0)
  return {
    reads: sum(READ),
    writes: sum(WRITE),
    transaction: sum(TRANSACTION),
    trips: trips / REPEATED,
    statements: statements.toSorted(([, a], [, b]) => b - a),
  }
}

const READ = /^(?:SELECT|PRAGMA|SHOW)\b/i
const WRITE = /^(?:INSERT|UPDATE|DELETE|WITH|REPLACE)\b/i
const TRANSACTION = /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|LISTEN|NOTIFY)\b/i
