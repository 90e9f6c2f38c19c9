/** A PostgreSQL server for the benchmark, durable as in production. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { startPostgres } from '../../../test/support/database/postgres.ts'

export type Cluster = {
  /** The `DATABASE_URL` of a new database with every migration applied. */
  createDatabase(): Promise<string>
  /** CPU seconds of all its processes, including those that have ended. */
  cpu(): number
  stop(): Promise<void>
}

type Rows = { rows: Record<string, unknown>[] }
export type Client = {
  connect(): Promise<void>
  query(sql: string, values?: unknown[]): Promise<Rows>
  end(): Promise<void>
}

/** Undefined when PostgreSQL is not installed. */
export async function startCluster(): Promise<Cluster | undefined> {
  const started = await startPostgres({ durable: true }).catch((error: Error) => {
    if (/PostgreSQL .* is needed/.test(error.message)) return undefined
    throw error
  })
  if (!started) return undefined
  const main = await findMainProcess(`${started.address}/postgres`)
  const stopAtExit = () => process.kill(main, 'SIGQUIT')
  process.once('exit', stopAtExit)
  return {
    createDatabase: started.createDatabase,
    cpu: () => readCpuOfAll(main),
    async stop() {
      process.off('exit', stopAtExit)
      await started.stop()
    },
  }
}

/** The driver of the server: the benchmark does not depend on it. */
export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const pg = createRequire(new URL('../../../server/package.json', import.meta.url))('pg')
  const client: Client = new pg.Client({ connectionString: url })
  await client.connect()
  return use(client).finally(() => client.end())
}

/** The parent of the process that serves a connection. */
function findMainProcess(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    return Number(readStat(Number(rows[0]?.pid))[PARENT])
  })
}

// Positions after the name in proc(5), and USER_HZ of Linux.
const PARENT = 1
const OWN_TICKS = [11, 12]
const ENDED_CHILDREN_TICKS = [13, 14]
const TICKS_PER_SECOND = 100

function readCpuOfAll(main: number): number {
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').map(Number)
  const sum = (pid: number, positions: number[]) => {
    const stat = readStat(pid)
    return positions.reduce((total, position) => total + Number(stat[position] ?? 0), 0)
  }
  const own = sum(main, [...OWN_TICKS, ...ENDED_CHILDREN_TICKS])
  return children.reduce((total, child) => total + sum(child, OWN_TICKS), own) / TICKS_PER_SECOND
}

function readStat(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return [] // the process has just ended
  }
}
