/** Starts each server as documented, with its own database on disk. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { nodeOptions } from '../../../server/node-options.mjs'
import { freePort } from '../../../test/support/free-port.ts'
import { openConnection } from '../load/http-client.ts'
import { systems } from '../load/systems.ts'
import { newWallet } from '../load/wallet.ts'
import { type Running, startProcess } from './process.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** `code` is the path of another checkout, `preload` a module of the benchmark to load into the server. */
type Options = {
  traceFile?: string
  environment?: Record<string, string>
  code?: string
  preload?: 'profile/profiler' | 'counting/statement-log'
  via?: Launcher
}

export type Launcher = 'node' | 'npm start'

/** Countersign with rate limits and fsync; the load comes from a trusted proxy address. */
export async function startCountersign(
  folder: string,
  { traceFile, environment = {}, code = root, preload, via = 'node' }: Options = {},
): Promise<Running> {
  const port = await freePort()
  const imports = preload ? ['--import', join(root, 'bench', 'src', `${preload}.ts`)] : []
  // An earlier version may not have the first.
  const entry = ['server/start.mjs', 'server/src/main.ts'].find((file) => existsSync(join(code, file))) ?? ''
  const node = via === 'node' ? [process.execPath, ...nodeOptions, ...imports, entry] : ['npm', 'start']
  const trace = ['strace', '-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o', traceFile ?? '']
  const database = join(folder, 'countersign.db')
  const server = await startProcess({
    command: traceFile ? [...trace, ...node] : node,
    environment: {
      DATA_DIR: folder,
      DATABASE_URL: `file:${database}`,
      TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
      OWNER_WALLETS: owner.address,
      ...environment,
    },
    folder: code,
    port,
    readyPath: '/healthz',
    ipc: preload !== undefined,
    pidOf: lastDescendant,
  })
  // Databases of PostgreSQL have one.
  if (environment.DATABASE_URL === undefined && !hasOwner(database)) await signInOwner(server)
  return server
}

const owner = newWallet()

function hasOwner(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare("SELECT 1 FROM setting WHERE key = 'owner'").get()
  database.close()
  return row !== undefined
}

/** Nobody else can sign in before. */
async function signInOwner({ port }: Running): Promise<void> {
  const connection = openConnection(port)
  await systems.countersign.signIn(connection, port, { wallet: owner })
  connection.close()
}

export function startBetterAuth(folder: string, environment: Record<string, string> = {}): Promise<Running> {
  const own = {
    DATABASE: join(folder, 'better-auth.db'),
    SECRET: 'a secret for the bench only, 32 characters or more',
    BETTER_AUTH_TELEMETRY: '0',
  }
  return startPeer('peers/better-auth.mjs', { ...own, ...environment }, '/api/auth/ok')
}

export function startOidcMemory(environment: Record<string, string>): Promise<Running> {
  return startPeer('peers/oidc-memory.mjs', environment)
}

export function startBareHttp(): Promise<Running> {
  return startPeer('peers/bare-http.mjs', {})
}

/** The page in this folder. */
export function startBuiltPage(folder: string): Promise<Running> {
  return startPeer('peers/built-page.mjs', { FOLDER: folder })
}

export function startBareSignIn(folder: string): Promise<Running> {
  return startPeer('src/servers/bare-sign-in.ts', { DATABASE: join(folder, 'bare-sign-in.db') })
}

async function startPeer(file: string, environment: Record<string, string>, readyPath = '/'): Promise<Running> {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', file]
  return startProcess({ command, environment, folder: join(root, 'bench'), port: await freePort(), readyPath })
}

/** strace and npm are parents of the server, which has no child processes. */
function lastDescendant(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return child === undefined ? pid : lastDescendant(Number(child))
}

export function changeDatabase(path: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE')
  work(database)
  database.exec('COMMIT')
  database.close()
}
