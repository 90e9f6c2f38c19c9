/** A throwaway PostgreSQL cluster on a free loopback port, stopped and removed afterwards. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../../server/src/platform/store/migrations.ts'
import { openPostgres } from '../../../server/src/platform/store/postgres.ts'
import { freePort } from '../free-port.ts'
import { share } from '../shared.ts'
import { START_MS, WAIT_MS } from '../until.ts'
import { addFirstOwner } from './first-owner.ts'

export type Postgres = {
  /** `postgres://user@host:port`, without a database. */
  address: string
  /** A new database in the cluster, with every migration applied and an owner. */
  createDatabase(): Promise<string>
  /** Ends every process at once, as a crash would; `resume` brings the cluster back with what was on disk. */
  crash(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

type Options = { durable?: boolean }

/** Without `durable` nothing is synced to disk: a throwaway cluster need not survive a power cut. */
export async function startPostgres({ durable = false }: Options = {}): Promise<Postgres> {
  const bin = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'))
  const port = await freePort()
  const as = unprivilegedUser(folder)
  const run = { stdio: 'ignore', cwd: folder, ...as } as const
  // Most installations sort by the rules of a language, too.
  const locale = ['--locale-provider=icu', '--icu-locale=en-US']
  execFileSync(
    join(bin, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale],
    run,
  )
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  // With hundreds of databases autovacuum would start a process every tenth of a second.
  if (!durable) settings.push('fsync=off', 'full_page_writes=off', 'autovacuum=off')
  const address = `postgres://test@127.0.0.1:${port}`
  const options = ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])]
  const launchServer = async () => {
    const started = spawn(join(bin, 'postgres'), options, run)
    await waitUntilUp(started, `${address}/postgres`)
    return started
  }
  let child = await launchServer()
  await createTemplate(address)
  const endServer = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  return {
    address,
    createDatabase: () => createDatabaseAt(address),
    crash: () => endServer('SIGQUIT'),
    async resume() {
      child = await launchServer()
    },
    async stop() {
      await endServer('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const cluster = share(startPostgres, { dispose: (own) => own.stop() })

/** In the cluster that the runner has started for all processes, or in one of this process. */
export async function createSharedDatabase(): Promise<string> {
  const address = process.env.TEST_POSTGRES
  return address ? createDatabaseAt(address) : (await cluster()).createDatabase()
}

const TEMPLATE = 'migrated'

async function createTemplate(address: string): Promise<void> {
  await runAsAdmin(address, `CREATE DATABASE ${TEMPLATE}`)
  const database = await openPostgres(`${address}/${TEMPLATE}`, () => undefined, WAIT_MS)
  await migrate(database, 0)
  await addFirstOwner(database)
  await database.close()
}

async function createDatabaseAt(address: string): Promise<string> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  // Copying files is cheaper than logging every block, which is the default.
  await runAsAdmin(address, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  return `${address}/${name}`
}

async function runAsAdmin(address: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${address}/postgres` })
  await client.connect()
  await client.query(sql)
  await client.end()
}

function findBinaries(): string {
  const configured = process.env.POSTGRES_BIN
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((version) => Number(version) >= 15) : []
  const places = [configured, ...versions.map((version) => join(debian, version, 'bin'))].filter(
    (place) => place !== undefined,
  )
  const found = places.find((place) => existsSync(join(place, 'initdb')))
  if (!found)
    throw new Error(
      'PostgreSQL 15 or newer is needed for the tests: run `npm test`, which installs it, or set POSTGRES_BIN.',
    )
  return found
}

/** PostgreSQL refuses to run as root: use the first ordinary account there is. */
function unprivilegedUser(folder: string): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {}
  const account = { uid: 65_534, gid: 65_534 }
  chownSync(folder, account.uid, account.gid)
  return account
}

async function waitUntilUp(child: ChildProcess, url: string): Promise<void> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL exited with ${child.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    const up = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('PostgreSQL did not come up')
}
