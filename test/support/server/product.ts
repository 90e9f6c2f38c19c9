/** The whole product with the built page, on a free port and in a temporary data folder. */

import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeOptions } from '../../../server/node-options.mjs'
import { readConfig } from '../../../server/src/config.ts'
import { setupCode } from '../../../server/src/operations/setup/setup.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { runServer } from '../../../server/src/run-server.ts'
import { sqliteTemplate } from '../database/engines.ts'
import { addFirstOwner, removeFirstOwner } from '../database/first-owner.ts'
import { freePort } from '../free-port.ts'
import { START_MS, until, WAIT_MS } from '../until.ts'

export type RunningProduct = { origin: string; stop(): Promise<void> }

export type Product = RunningProduct & {
  /** The one-time setup link. */
  setupLink: string
}

export type ProductProcess = RunningProduct & {
  /** Ends it with SIGKILL, like a crash. */
  kill(): Promise<void>
  /** Starts it again with the same data. */
  restart(): Promise<void>
}

type Options = { environment?: Record<string, string> }
type ProductOptions = Options & {
  /** True begins before the setup. */
  withoutOwner?: boolean
  /** The interval of the watcher of rules. */
  watchEveryMs?: number | undefined
}

const root = join(import.meta.dirname, '..', '..', '..')
/** A busy machine can exceed the default database timeout. */
const PATIENT = { DATABASE_TIMEOUT: String(WAIT_MS / 1000) }

/** Runs in this process, and sees direct changes to its database at once. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { environment = {}, watchEveryMs, withoutOwner = false } = options
  const folder = mkdtempSync(join(tmpdir(), 'countersign-product-'))
  const port = await freePort()
  const config = readConfig({ DATA_DIR: folder, PORT: String(port), ...PATIENT, ...environment }, root)
  const log = createLog({ level: config.logLevel, human: false, write: () => undefined, now: Date.now })
  const server = await runServer(config, { log, root, checkEveryMs: 0, watchEveryMs })
  await (withoutOwner ? removeFirstOwner : addFirstOwner)(server.context.store)
  return {
    origin: config.origin,
    setupLink: `${config.origin}/setup#code=${await setupCode(server.context)}`,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs in a child process, for tests that kill it. */
export async function startProductProcess({ environment = {} }: Options = {}): Promise<ProductProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-product-'))
  const port = await freePort()
  copyFileSync(await sqliteTemplate(), join(environment.DATA_DIR ?? folder, 'countersign.db'))
  const productEnvironment = { DATA_DIR: folder, PORT: String(port), ...PATIENT, ...environment }
  let running = await launchProcess(port, productEnvironment)
  return {
    origin: `http://localhost:${port}`,
    kill: () => running.end('SIGKILL'),
    async restart() {
      running = await launchProcess(port, productEnvironment)
    },
    async stop() {
      await running.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function launchProcess(port: number, environment: Record<string, string>) {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_TEST')))
  const child = spawn(process.execPath, [...nodeOptions, 'server/start.mjs'], {
    cwd: root,
    env: { ...clean, ...environment },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The product did not start:\n${output}`)
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    return response?.ok === true && output.includes('Countersign is running at')
  }
  await until(isReady, Boolean, 'the product is ready', START_MS)
  return {
    output: () => output,
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      await ended
    },
  }
}
