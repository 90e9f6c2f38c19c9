/** The product as an operator runs it: a process of its own, on a free port, with a data folder of its own. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { START_MS } from './until.ts'

export type Product = {
  origin: string
  pid: number
  /** Everything it printed so far. */
  output(): string
  /** The one-time link it printed. */
  setupLink(): string
  stop(signal?: NodeJS.Signals): Promise<void>
  /** The same data, started again. */
  restart(): Promise<void>
}

type Options = { environment?: Record<string, string>; port?: number }

const root = join(import.meta.dirname, '..', '..')

export async function startProduct(options: Options = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-product-'))
  const port = options.port ?? (await freePort())
  const environment = { DATA_DIR: folder, PORT: String(port), ...options.environment }
  let running = await launch(port, environment)
  return {
    origin: `http://localhost:${port}`,
    get pid() {
      return running.pid
    },
    output: () => running.output(),
    setupLink: () => /http\S+\/setup#code=\S+/.exec(running.output())?.[0] ?? '',
    async stop(signal) {
      await running.stop(signal)
      rmSync(folder, { recursive: true, force: true })
    },
    async restart() {
      await running.stop()
      running = await launch(port, environment)
    },
  }
}

async function launch(port: number, environment: Record<string, string>) {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_TEST')))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
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
  const end = Date.now() + START_MS
  for (;;) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`The product did not start:\n${output}`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok && output.includes('Countersign is at')) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}
